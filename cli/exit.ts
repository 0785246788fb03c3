/** How a command ends: what a script can tell from it. */
export const exitCodes = {
  done: { code: 0, means: "done" },
  failed: { code: 1, means: "it could not be done; the error says why" },
  found: { code: 2, means: "done, and it found what it was asked to fail on" },
  unclear: { code: 3, means: "done; nothing was found, but not all could be read" },
  interrupted: { code: 130, means: "interrupted" },
} as const;

export type Ending = keyof typeof exitCodes;

/** Ends a command with one line and code 1. The message is written whole, so it never has a secret in it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** A problem the reader can solve; its message is one line and needs no stack. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** True for an error of the operating system with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return typeof error.code === "string" && codes.includes(error.code);
}

/** The error and its causes as one line that can stand in brackets. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.message.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
  return error.cause === undefined ? text : `${text}: ${reasonOf(error.cause)}`;
}

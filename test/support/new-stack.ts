/** What the CLI leaves of a stack that is new, made once a run: every one begins with the same. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { TestStack } from "./stack.ts";

/** Names the directory that has it, for the processes of the run; read here alone. */
const variable = "TEST_NEW_STACK";

/** The backend with its one stack, and the stack's settings with the salt of its passphrase. */
const made = ["state", "Pulumi.dev.yaml"];

/** Keeps what `pulumi stack init` has made, for all that the run opens from now on. */
export function keepNewStack({ directory }: TestStack, kept: string): void {
  copy(directory, kept);
  process.env[variable] = kept;
}

/** Gives a directory what is kept; false where nothing is, as outside of a run. */
export function copyNewStack(directory: string): boolean {
  const kept = process.env[variable];
  if (kept === undefined) return false;
  copy(kept, directory);
  return true;
}

function copy(from: string, to: string): void {
  for (const name of made) cpSync(join(from, name), join(to, name), { recursive: true });
}

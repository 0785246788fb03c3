import { existsSync } from "node:fs";
import { CommandError } from "./exit.ts";

/**
 * Confirms that the embedded platform has a world in the file, as opening it would make one.
 *
 * @throws CommandError that says how another file is named.
 */
export function confirmWorld(file: string, how: string): void {
  if (existsSync(file)) return;
  throw new CommandError(
    `Nothing was done: there is no world at ${file}. \`npx hosting platform\` or \`pulumi up\` makes it; name another file with ${how}.`,
  );
}

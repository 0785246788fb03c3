import { existsSync } from "node:fs";
import { CommandError } from "./exit.ts";

/**
 * Confirms that the embedded platform's file exists, because opening it would create one.
 *
 * @throws CommandError with the way to name another file.
 */
export function confirmPlatformFile(file: string, how: string): void {
  if (existsSync(file)) return;
  throw new CommandError(
    `Nothing was done: there is no embedded platform at ${file}. \`npx pulumi-hosting platform\` or \`pulumi up\` makes it; name another file with ${how}.`,
  );
}

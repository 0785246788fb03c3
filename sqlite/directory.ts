import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes the directory of a file, with all above it, for its user alone; true when it was not there. Level by
 * level, because Node's own recursion never ends where one cannot be made although the one above is there, as
 * on a mount whose directory was removed (node 24.21).
 */
export function makeDirectory(directory: string): boolean {
  if (existsSync(directory)) return false;
  makeDirectory(dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another program may have made it at the same moment.
    if (!existsSync(directory)) throw error;
  }
  return true;
}

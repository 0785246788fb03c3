import { existsSync, lstatSync, mkdirSync, statSync } from "node:fs";
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

/**
 * Accepts a directory whose files are the user's own.
 *
 * @throws Error for one that is another user's, is led to by one's link, or that others may write to.
 */
export function requireOwn(directory: string): void {
  const user = process.getuid?.();
  // Windows has no such numbers, and keeps the directories of its users apart.
  if (user === undefined) return;
  const { uid, mode } = statSync(directory);
  if (uid !== user || lstatSync(directory).uid !== user) {
    throw new Error(`${directory} belongs to another user`);
  }
  if ((mode & 0o022) !== 0) throw new Error(`others may write to ${directory}`);
}

import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "./problem.ts";

/**
 * Fills a directory beside the target and moves it into place, so that nobody sees half of it. One
 * process at a time may do this for a target.
 */
export async function installAtomically(
  directory: string,
  fill: (directory: string) => Promise<void>,
): Promise<void> {
  const partial = `${directory}.partial`;
  // A run that was killed may have left one.
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  try {
    await fill(partial);
    for (const name of await readdir(partial)) await flush(join(partial, name));
    await rm(directory, { recursive: true, force: true });
    await rename(partial, directory);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Writes a file to the disk, so that it is still whole after a loss of power. */
async function flush(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } catch (error) {
    // Some network file systems cannot flush.
    if (!hasCode(error, "EINVAL", "ENOTSUP")) throw error;
  } finally {
    await file.close();
  }
}

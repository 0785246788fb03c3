import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Clock } from "./clock.ts";
import { isIntact, writeManifest } from "./manifest.ts";
import { hasCode } from "./problem.ts";

/** Where an installation goes and which files make it complete. */
export interface Installation {
  directory: string;
  names: readonly string[];
  clock: Clock;
}

const leftoverAgeMs = 60 * 60_000;

/** Fills a directory beside the target and moves it into place, so that nobody sees half of it. */
export async function installAtomically(
  installation: Installation,
  fill: (directory: string) => Promise<void>,
): Promise<void> {
  const { directory, names } = installation;
  await mkdir(dirname(directory), { recursive: true });
  await removeLeftovers(installation);
  const partial = await mkdtemp(partialPrefix(directory));
  try {
    await fill(partial);
    await chmod(partial, 0o755);
    for (const name of names) await chmod(join(partial, name), 0o755);
    await writeManifest(partial);
    for (const name of await readdir(partial)) await flush(join(partial, name));
    await putInPlace(partial, installation);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function putInPlace(partial: string, { directory, names }: Installation): Promise<void> {
  // Processes in two containers that share the cache cannot see that the other one is alive.
  if (await isIntact(directory, names)) return;
  await rm(directory, { recursive: true, force: true });
  await rename(partial, directory);
}

async function removeLeftovers({ directory, clock }: Installation): Promise<void> {
  const prefix = basename(partialPrefix(directory));
  for (const name of await readdir(dirname(directory))) {
    if (!name.startsWith(prefix)) continue;
    const path = join(dirname(directory), name);
    const { mtimeMs } = await stat(path);
    if (clock.now() - mtimeMs > leftoverAgeMs) await rm(path, { recursive: true, force: true });
  }
}

function partialPrefix(directory: string): string {
  return `${directory}.partial-`;
}

async function flush(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } catch (error) {
    // Some network file systems cannot flush; the manifest still shows a damaged file.
    if (!hasCode(error, "EINVAL", "ENOTSUP")) throw error;
  } finally {
    await file.close();
  }
}

import { createHash, randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { CommandError } from "../exit.ts";
import type { Files } from "./files.ts";

/** Notes which files an export wrote, so that the next one knows its own. */
const markName = ".hosting-export.json";

/** The file may come from anybody: what it names outside of its directory is no export's. */
const Name = z.string().refine((name) => basename(name) === name && !/^\.*$/.test(name));
const Mark = z.object({ files: z.record(Name, z.string()) });

/**
 * Makes sure that files can be written without losing anything: into a directory that is new, empty, or
 * has what an earlier export wrote and nobody has changed.
 *
 * @throws CommandError naming what is in the way.
 */
export function confirmFree(directory: string, isForced: boolean): void {
  if (!existsSync(directory)) return;
  if (!statSync(directory).isDirectory()) throw refused(directory, "it is no directory");
  if (isForced) return;
  const own = marked(directory);
  if (own === undefined) {
    const [first] = readdirSync(directory);
    if (first === undefined) return;
    throw refused(directory, `it has files already, like ${first}`);
  }
  const changed = Object.entries(own).find(([name, hash]) => {
    const file = join(directory, name);
    return existsSync(file) && hashOf(readFileSync(file, "utf8")) !== hash;
  });
  if (changed !== undefined)
    throw refused(directory, `${changed[0]} was changed since the last export`);
}

/**
 * Makes sure that a file can be written without losing anything but an earlier file for `pulumi import`.
 *
 * @throws CommandError when something else is there.
 */
export function confirmReplaceable(file: string, isForced: boolean): void {
  if (isForced || !existsSync(file) || isImportFile(file)) return;
  throw new CommandError(
    `Nothing was written: ${file} is there already, and is no file for \`pulumi import\`. Give another one with --import-file, or --force to write over it.`,
  );
}

const ImportFile = z.object({ resources: z.array(z.unknown()) });

function isImportFile(file: string): boolean {
  try {
    return ImportFile.safeParse(JSON.parse(readFileSync(file, "utf8"))).success;
  } catch {
    return false;
  }
}

/**
 * Writes all files or, until the last moment, none: they are written beside the directory first, or in it,
 * where it may be on a separate disk.
 *
 * @throws CommandError when the disk does not take them.
 */
export function writeFiles(directory: string, files: Files): void {
  const before = marked(directory) ?? {};
  const hashes = Object.fromEntries([...files].map(([name, text]) => [name, hashOf(text)]));
  const mark = `${JSON.stringify({ files: hashes }, null, 2)}\n`;
  const place = existsSync(directory) ? join(directory, markName) : directory;
  staging(directory, place, (staged) => {
    mkdirSync(staged);
    const all = [...files, [markName, mark] as const];
    for (const [name, text] of all) writeFileSync(join(staged, name), text);
    if (!existsSync(directory)) renameSync(staged, directory);
    else for (const [name] of all) renameSync(join(staged, name), join(directory, name));
    for (const name of Object.keys(before).filter((old) => !files.has(old))) {
      rmSync(join(directory, name), { force: true });
    }
  });
}

/** Writes one file whole, in the place of what was there. @throws CommandError as above. */
export function replaceFile(file: string, text: string): void {
  staging(file, file, (staged) => {
    writeFileSync(staged, text);
    renameSync(staged, file);
  });
}

/** Gives a place beside another one to `write`, and leaves nothing there. */
function staging(target: string, beside: string, write: (staged: string) => void): void {
  const staged = `${beside}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    mkdirSync(dirname(beside), { recursive: true });
    try {
      write(staged);
    } finally {
      rmSync(staged, { recursive: true, force: true });
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `${target} was not written: ${why}. Nothing on the platform was changed; give another place with --out or --import-file.`,
    );
  }
}

/** Files that an earlier export wrote here, by name and hash; undefined where there was none. */
function marked(directory: string): Readonly<Record<string, string>> | undefined {
  try {
    return Mark.parse(JSON.parse(readFileSync(join(directory, markName), "utf8"))).files;
  } catch {
    return undefined;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function refused(directory: string, why: string): CommandError {
  return new CommandError(
    `Nothing was written to ${directory}: ${why}. Give another directory with --out, or --force to write over it.`,
  );
}

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { hasCode } from "./problem.ts";

/** What an installed file looked like when it was complete. */
interface ManifestEntry {
  name: string;
  size: number;
  modifiedMs: number;
  sha256: string;
}

const manifestName = "manifest.json";

/** Records every file of a directory, so that a damaged copy is noticed later. */
export async function writeManifest(directory: string): Promise<void> {
  const entries: ManifestEntry[] = [];
  for (const name of (await readdir(directory)).sort()) {
    const path = join(directory, name);
    const { size, mtimeMs } = await stat(path);
    entries.push({ name, size, modifiedMs: mtimeMs, sha256: await sha256Of(path) });
  }
  await writeFile(join(directory, manifestName), `${JSON.stringify(entries, undefined, 2)}\n`);
}

/** True when the directory has a manifest that names these files and all of them are unchanged. */
export async function isIntact(directory: string, names: readonly string[]): Promise<boolean> {
  try {
    const entries = parseManifest(await readFile(join(directory, manifestName), "utf8"));
    if (!names.every((name) => entries.some((entry) => entry.name === name))) return false;
    for (const entry of entries) {
      if (!(await isUnchanged(join(directory, entry.name), entry))) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, "ENOENT", "ENOTDIR")) return false;
    throw error;
  }
}

/** The SHA-256 checksum of a file in hexadecimal digits. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest("hex");
}

async function isUnchanged(path: string, entry: ManifestEntry): Promise<boolean> {
  const { size, mtimeMs } = await stat(path);
  if (size !== entry.size) return false;
  // A copied cache has new times; only then are its 130 MB worth hashing.
  return mtimeMs === entry.modifiedMs || (await sha256Of(path)) === entry.sha256;
}

function parseManifest(text: string): ManifestEntry[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) && value.every(isEntry) ? value : [];
}

function isEntry(value: unknown): value is ManifestEntry {
  if (typeof value !== "object" || value === null) return false;
  const entry = new Map(Object.entries(value));
  return (
    typeof entry.get("name") === "string" &&
    typeof entry.get("size") === "number" &&
    typeof entry.get("modifiedMs") === "number" &&
    typeof entry.get("sha256") === "string"
  );
}

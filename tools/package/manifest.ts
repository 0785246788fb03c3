import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const published = [
  "name",
  "version",
  "description",
  "license",
  "keywords",
  "type",
  "engines",
  "files",
  "main",
  "types",
  "typesVersions",
  "exports",
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
];

const Manifest = z.record(z.string(), z.unknown());

/**
 * Leaves in a directory's `package.json` what users have a use for, until {@link restoreManifest}. npm
 * packs the file as it stands, so there is no other way than to change it for that moment.
 */
export function publishManifest(directory: string): void {
  restoreManifest(directory);
  const { file, whole } = filesOf(directory);
  const manifest = Manifest.parse(JSON.parse(readFileSync(file, "utf8")));
  const fields = Object.entries(manifest).filter(([name]) => published.includes(name));
  writeFileSync(`${file}.next`, `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`);
  renameSync(file, whole);
  renameSync(`${file}.next`, file);
}

/** Puts the whole `package.json` back, also where packing was killed. */
export function restoreManifest(directory: string): void {
  const { file, whole } = filesOf(directory);
  if (existsSync(whole)) renameSync(whole, file);
}

function filesOf(directory: string) {
  return { file: join(directory, "package.json"), whole: join(directory, ".package.json") };
}

import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
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
  "bin",
  "exports",
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
];

const Manifest = z.record(z.string(), z.unknown());
const Ranges = z.record(z.string(), z.string()).default({});
type Manifest = z.output<typeof Manifest>;

/**
 * Leaves in a directory's `package.json` what users have a use for, and in those of the examples
 * what they can be installed with, until {@link restoreManifests}. npm packs the files as they are,
 * so they have to be changed for that moment.
 */
export function publishManifests(directory: string): void {
  restoreManifests(directory);
  const whole = readManifest(directory);
  for (const example of examplesOf(directory)) {
    replace(example, asInstalled(readManifest(example), whole));
  }
  replace(directory, picked(whole, published));
}

/** Puts every whole `package.json` back, also where packing was killed. */
export function restoreManifests(directory: string): void {
  for (const changed of [directory, ...examplesOf(directory)]) {
    const { file, whole } = filesOf(changed);
    if (existsSync(whole)) renameSync(whole, file);
  }
}

/** An example takes from the registry what it finds in the repository here. */
function asInstalled(example: Manifest, { version, peerDependencies }: Manifest): Manifest {
  const ranges = { ...Ranges.parse(peerDependencies), "pulumi-hosting": `^${String(version)}` };
  const fields = Object.entries(example).map(([field, value]) => {
    if (field !== "dependencies" && field !== "peerDependencies") return [field, value];
    const needed = Object.keys(Ranges.parse(value));
    return [field, { ...Ranges.parse(value), ...picked(ranges, needed) }];
  });
  return Object.fromEntries(fields);
}

function picked(from: Manifest, names: readonly string[]): Manifest {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

function examplesOf(directory: string): readonly string[] {
  return globSync("examples/*/package.json", { cwd: directory }).map((file) =>
    join(directory, file, ".."),
  );
}

function readManifest(directory: string): Manifest {
  return Manifest.parse(JSON.parse(readFileSync(filesOf(directory).file, "utf8")));
}

function replace(directory: string, manifest: Manifest): void {
  const { file, whole } = filesOf(directory);
  writeFileSync(`${file}.next`, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(file, whole);
  renameSync(`${file}.next`, file);
}

function filesOf(directory: string) {
  return { file: join(directory, "package.json"), whole: join(directory, ".package.json") };
}

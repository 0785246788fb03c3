import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isIntact, writeManifest } from "../../tools/cli/manifest.ts";
import { names, writePrograms } from "./fakes.ts";
import { temporaryDirectory } from "./temporary.ts";

async function installed(): Promise<string> {
  const directory = join(await temporaryDirectory(), "cli");
  await mkdir(directory);
  await writePrograms(directory);
  await writeManifest(directory);
  return directory;
}

test("a complete directory is intact, also as a copy with new times", async () => {
  const directory = await installed();
  expect(await isIntact(directory, names)).toBe(true);
  await utimes(join(directory, "pulumi"), 1, 1);
  expect(await isIntact(directory, names)).toBe(true);
});

test.each<[string, (directory: string) => Promise<void>]>([
  ["a shorter file", (directory) => writeFile(join(directory, "pulumi"), "pro")],
  [
    "other content of the same size",
    (directory) => writeFile(join(directory, "pulumi"), "PROGRAM"),
  ],
  ["a missing file", (directory) => rm(join(directory, "pulumi-language-nodejs"))],
  ["no manifest", (directory) => rm(join(directory, "manifest.json"))],
  ["half a manifest", (directory) => writeFile(join(directory, "manifest.json"), '[{"name":')],
  [
    "a manifest of something else",
    (directory) => writeFile(join(directory, "manifest.json"), "[1]"),
  ],
  ["no directory", (directory) => rm(directory, { recursive: true })],
])("%s is noticed", async (_name, damage) => {
  const directory = await installed();
  await damage(directory);
  // A write within the resolution of the file system's clock keeps the recorded time.
  await utimes(join(directory, "pulumi"), 2, 2).catch(() => {});
  expect(await isIntact(directory, names)).toBe(false);
});

test("a manifest that does not name every program is not enough", async () => {
  expect(await isIntact(await installed(), [...names, "another"])).toBe(false);
});

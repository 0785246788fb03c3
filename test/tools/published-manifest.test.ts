import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishManifest, restoreManifest } from "../../tools/package/manifest.ts";
import { temporaryDirectory } from "./temporary.ts";

const whole = `{
  "name": "some",
  "scripts": { "prepack": "some" },
  "exports": { ".": "./some.js" },
  "devDependencies": { "other": "1" }
}
`;

async function project() {
  const directory = await temporaryDirectory();
  const file = join(directory, "package.json");
  await writeFile(file, whole);
  return { directory, read: () => readFile(file, "utf8") };
}

test("only what users have a use for is packed, and the whole is put back as it was", async () => {
  const { directory, read } = await project();
  publishManifest(directory);
  expect(JSON.parse(await read())).toEqual({ name: "some", exports: { ".": "./some.js" } });
  restoreManifest(directory);
  expect(await read()).toBe(whole);
  expect(await readdir(directory)).toEqual(["package.json"]);
});

test("packing that was killed loses nothing when it is done again", async () => {
  const { directory, read } = await project();
  publishManifest(directory);
  publishManifest(directory);
  restoreManifest(directory);
  expect(await read()).toBe(whole);
  restoreManifest(directory);
  expect(await read()).toBe(whole);
});

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishManifests, restoreManifests } from "../../scripts/manifest.ts";
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
  publishManifests(directory);
  expect(JSON.parse(await read())).toEqual({ name: "some", exports: { ".": "./some.js" } });
  restoreManifests(directory);
  expect(await read()).toBe(whole);
  expect(await readdir(directory)).toEqual(["package.json"]);
});

test("an example takes the package by its version, and what the package takes from the same range", async () => {
  const { directory, read } = await project();
  const about = { version: "1.2.3", peerDependencies: { "@pulumi/pulumi": "^3.141.0" } };
  await writeFile(
    join(directory, "package.json"),
    JSON.stringify({ ...JSON.parse(whole), ...about }),
  );
  const example = join(directory, "examples/one");
  await mkdir(example, { recursive: true });
  const file = join(example, "package.json");
  const own = `{
  "name": "one",
  "dependencies": { "@pulumi/pulumi": "^3.270.0", "other": "^1.0.0", "pulumi-hosting": "file:../.." }
}
`;
  await writeFile(file, own);
  publishManifests(directory);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
    name: "one",
    dependencies: { "@pulumi/pulumi": "^3.141.0", other: "^1.0.0", "pulumi-hosting": "^1.2.3" },
  });
  expect(JSON.parse(await read())).toMatchObject(about);
  restoreManifests(directory);
  expect(await readFile(file, "utf8")).toBe(own);
  expect(await readdir(example)).toEqual(["package.json"]);
});

test("packing that was killed loses nothing when it is done again", async () => {
  const { directory, read } = await project();
  publishManifests(directory);
  publishManifests(directory);
  restoreManifests(directory);
  expect(await read()).toBe(whole);
  restoreManifests(directory);
  expect(await read()).toBe(whole);
});

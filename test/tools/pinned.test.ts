import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPinnedCli } from "../../tools/cli/pinned.ts";
import { temporaryDirectory } from "./temporary.ts";

const root = join(import.meta.dirname, "..", "..");
const goMod =
  "module x\n\ngo 1.2.3\n\nrequire (\n\tgithub.com/pulumi/pulumi/pkg/v3 v3.1.2 // indirect\n)\n";

async function fakeCheckout(): Promise<string> {
  const repository = await temporaryDirectory();
  const module = join(repository, "tools", "pulumi-cli");
  const sdk = join(repository, "node_modules", "@pulumi", "pulumi");
  await mkdir(join(module, "host"), { recursive: true });
  await mkdir(sdk, { recursive: true });
  await writeFile(join(module, "go.mod"), goMod);
  await writeFile(join(module, "host", "main.go"), "package main\n");
  await writeFile(join(sdk, "package.json"), "{}");
  await writeFile(join(sdk, "pulumi-resource-pulumi-nodejs"), "#!/bin/sh\n");
  return repository;
}

const pinned = (repository: string, arch = "x64") =>
  readPinnedCli({ repository, platform: "linux", arch });

test("the versions come from go.mod, and the CLI's begins the key", async () => {
  const { version, go, key } = await pinned(await fakeCheckout());
  expect({ version, go }).toEqual({ version: "3.1.2", go: "1.2.3" });
  expect(key).toMatch(/^3\.1\.2-[0-9a-f]{12}$/);
});

test("the key depends on what goes into the build, and on nothing else", async () => {
  const repository = await fakeCheckout();
  const module = join(repository, "tools", "pulumi-cli");
  const { key } = await pinned(repository);
  expect((await pinned(repository, "arm64")).key).not.toBe(key);

  await writeFile(join(module, "host", "main_test.go"), "package main\n");
  await writeFile(join(module, "notes.md"), "text\n");
  expect((await pinned(repository)).key).toBe(key);

  await writeFile(join(module, "host", "main.go"), "package main // changed\n");
  const changed = (await pinned(repository)).key;
  expect(changed).not.toBe(key);
  await writeFile(join(module, "go.sum"), "sum\n");
  expect((await pinned(repository)).key).not.toBe(changed);
});

test("says what to do without @pulumi/pulumi or without a version", async () => {
  const repository = await temporaryDirectory();
  const module = join(repository, "tools", "pulumi-cli");
  await mkdir(module, { recursive: true });
  await writeFile(join(module, "go.mod"), goMod);
  await expect(pinned(repository)).rejects.toThrow(/Run npm ci there\.$/);
  await writeFile(join(module, "go.mod"), "module x\n");
  await expect(pinned(repository)).rejects.toThrow(/go\.mod names no version of github/);
  await writeFile(join(module, "go.mod"), goMod.replace("go 1.2.3", ""));
  await expect(pinned(repository)).rejects.toThrow(/go\.mod names no version of Go/);
});

test("this repository pins the engine and its SDK to one release", async () => {
  const text = await readFile(join(root, "tools", "pulumi-cli", "go.mod"), "utf8");
  const { version } = await pinned(root);
  expect(text).toContain(`github.com/pulumi/pulumi/sdk/v3 v${version}\n`);
});

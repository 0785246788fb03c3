import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allowedLicenses, licensesOf, packagesOf } from "../../tools/licenses.ts";
import { installedWith, parseLockFile } from "../../tools/lock/lock-file.ts";
import { temporaryDirectory } from "./temporary.ts";

/** A package with these files beside its manifest. */
async function installed(
  name: string,
  files: Readonly<Record<string, string>>,
  license = "MIT",
): Promise<string> {
  const directory = join(await temporaryDirectory(), "node_modules", name);
  await mkdir(directory, { recursive: true });
  const manifest = JSON.stringify({ name, version: "1.2.3", license });
  for (const [file, text] of Object.entries({ ...files, "package.json": manifest })) {
    await writeFile(join(directory, file), text);
  }
  return directory;
}

test("each package is named once, with its license, and our own modules are left out", async () => {
  const plain = await installed("plain", { LICENSE: "Copyright (c) Somebody\n" });
  const scoped = await installed("@some/scoped", { "licence.md": "Use it." });
  const modules = [
    join(plain, "a.js"),
    join(scoped, "lib", "b.js"),
    join(plain, "c.js"),
    "provider/http/api.ts",
  ];
  const text = licensesOf(packagesOf(modules));
  expect(text.match(/^\S+ 1\.2\.3 \(MIT\)$/gm)?.toSorted()).toEqual([
    "@some/scoped 1.2.3 (MIT)",
    "plain 1.2.3 (MIT)",
  ]);
  expect(text).toContain("Copyright (c) Somebody");
  expect(text).toContain("Use it.");
});

test("a package without the text of its license stops the build", async () => {
  const bare = await installed("bare", {});
  expect(() => licensesOf([bare])).toThrow("bare 1.2.3 brings no text of its license.");
});

test("a license that asks for more than to be passed on stops the build", async () => {
  const strict = await installed("strict", { LICENSE: "Share alike." }, "GPL-3.0-only");
  expect(() => licensesOf([strict])).toThrow(
    "strict 1.2.3 was not taken in: its license GPL-3.0-only is not on the list in tools/licenses.ts.",
  );
});

/** What their own texts say. */
const readByHand: Readonly<Record<string, string>> = {
  "@logdna/tail-file": "the text of the MIT license",
  argparse: "Python-2.0, which is permissive",
  "google-protobuf": "both BSD-3-Clause and Apache-2.0",
  "spdx-exceptions": "CC-BY-3.0, for a list of names",
  "spdx-license-ids": "CC0-1.0, for a list of names",
};

test("everything that is installed with the package and with Pulumi's SDKs has a license on the list", async () => {
  const root = join(import.meta.dirname, "../..");
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const lock = parseLockFile(await readFile(join(root, "package-lock.json"), "utf8"));
  const own = Object.keys(manifest.dependencies);
  const sdks = Object.keys(manifest.peerDependencies).filter((name) => name.startsWith("@pulumi/"));
  expect([own, sdks]).toEqual([["undici"], ["@pulumi/policy", "@pulumi/pulumi"]]);
  const others = installedWith(lock, [...own, ...sdks]).filter(
    (location) => !allowedLicenses.includes(String(lock.packages[location]?.["license"])),
  );
  const names = others.map((location) => location.replace(/^.*node_modules\//, ""));
  expect(names.toSorted()).toEqual(Object.keys(readByHand));
});

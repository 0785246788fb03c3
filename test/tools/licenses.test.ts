import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { licensesOf } from "../../tools/licenses.ts";
import { temporaryDirectory } from "./temporary.ts";

/** A package with these files beside its manifest. */
async function installed(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const directory = join(await temporaryDirectory(), "node_modules", name);
  await mkdir(directory, { recursive: true });
  const manifest = JSON.stringify({ name, version: "1.2.3", license: "MIT" });
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
  const text = licensesOf(modules);
  expect(text.match(/^\S+ 1\.2\.3 \(MIT\)$/gm)?.toSorted()).toEqual([
    "@some/scoped 1.2.3 (MIT)",
    "plain 1.2.3 (MIT)",
  ]);
  expect(text).toContain("Copyright (c) Somebody");
  expect(text).toContain("Use it.");
});

test("a package without the text of its license stops the build", async () => {
  const bare = await installed("bare", {});
  expect(() => licensesOf([join(bare, "a.js")])).toThrow(
    "bare 1.2.3 brings no text of its license.",
  );
});

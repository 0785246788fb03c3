import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundledOf, licensesOf, sbomOf } from "../../scripts/bundled.ts";
import { temporaryDirectory } from "./temporary.ts";

/** Modules of an installed package with these files beside its manifest. */
async function modulesOf(
  name: string,
  files: Readonly<Record<string, string>>,
  license = "MIT",
): Promise<readonly string[]> {
  const directory = join(await temporaryDirectory(), "node_modules", name);
  mkdirSync(directory, { recursive: true });
  const manifest = JSON.stringify({ name, version: "1.2.3", license });
  for (const [file, text] of Object.entries({ ...files, "package.json": manifest })) {
    writeFileSync(join(directory, file), text);
  }
  return [join(directory, "a.js"), join(directory, "lib", "b.js")];
}

test("licenses and bill of materials have each bundled package once, and no module of ours", async () => {
  const bundled = bundledOf([
    ...(await modulesOf("@some/scoped", { "licence.md": "Use it." })),
    "provider/http/api.ts",
  ]);
  expect(licensesOf(bundled)).toBe("@some/scoped 1.2.3 (MIT)\n\nUse it.\n");
  const locked = { version: "1.2.3", license: "MIT", integrity: "sha512-AQID" };
  const own = {
    name: "ours",
    version: "1.0.0",
    license: "ISC",
    dependencies: { beside: "^1.0.0" },
  };
  const packages = { "node_modules/@some/scoped": locked, "node_modules/beside": locked };
  const bill = JSON.parse(sbomOf(bundled, own, { packages }));
  expect(bill.components).toMatchObject([
    { purl: "pkg:npm/%40some/scoped@1.2.3", hashes: [{ content: "010203" }], properties: [{}] },
    { purl: "pkg:npm/beside@1.2.3" },
  ]);
  expect(bill.components[1]).not.toHaveProperty("properties");
});

test.each([
  ["brings no text of its license", {}, "MIT"],
  ["its license GPL-3.0-only is not allowed", { LICENSE: "Share alike." }, "GPL-3.0-only"],
])("the build stops where a package %s", async (reason, files, license) => {
  const modules = await modulesOf("one", files, license);
  expect(() => bundledOf(modules)).toThrow(reason);
});

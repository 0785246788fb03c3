import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleWarning } from "../../../provider/definition/bundle-warning.ts";
import { temporaryDirectory } from "../../platform/support.ts";

test("a program that runs without the package, as a bundle, is told to install it", () => {
  const directory = temporaryDirectory();
  expect(bundleWarning(directory)).toMatch(/`npm install pulumi-hosting`/);
  const installed = join(directory, "node_modules", "pulumi-hosting");
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, "package.json"), "{}");
  expect(bundleWarning(directory)).toBeUndefined();
  expect(bundleWarning(join(directory, "packages", "infra"))).toBeUndefined();
});

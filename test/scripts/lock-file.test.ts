import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  completed,
  gapsOf,
  parseLockFile,
  withoutUnverified,
} from "../../scripts/offline/lock-file.ts";

const root = { version: "1.0.0", dependencies: { binding: "^2.0.0" } };
const parent = {
  version: "2.0.0",
  dev: true,
  optionalDependencies: { "binding-darwin-x64": "2.0.0", "binding-linux-arm64-musl": "2.0.0" },
};

type Packages = Record<string, Record<string, unknown>>;

function lockOf(packages: Packages) {
  return parseLockFile(JSON.stringify({ lockfileVersion: 3, packages: { "": root, ...packages } }));
}

const linux = {
  version: "2.0.0",
  cpu: ["arm64"],
  dev: true,
  libc: ["musl"],
  optional: true,
  os: ["linux"],
};
const darwin = { version: "2.0.0", cpu: ["x64"], dev: true, optional: true, os: ["darwin"] };

test("each optional package that is missing gets an entry for the platform in its name", () => {
  const lock = lockOf({ "node_modules/binding": parent, "node_modules/zod": { version: "4.0.0" } });
  expect(gapsOf(lock).map(({ name }) => name)).toEqual(Object.keys(parent.optionalDependencies));
  const whole = completed(lock);
  expect(whole.packages).toEqual({
    "": root,
    "node_modules/binding": parent,
    "node_modules/binding-darwin-x64": darwin,
    "node_modules/binding-linux-arm64-musl": linux,
    "node_modules/zod": { version: "4.0.0" },
  });
  expect(Object.keys(whole.packages)).toEqual(Object.keys(whole.packages).toSorted());
  expect(gapsOf(whole)).toEqual([]);
  expect(completed(whole)).toEqual(whole);
});

test.each([
  ["beside its parent", "node_modules/other/node_modules/binding-darwin-x64"],
  ["in the parent", "node_modules/other/node_modules/binding/node_modules/binding-darwin-x64"],
  ["at the root", "node_modules/binding-darwin-x64"],
])("a package that is locked %s is not missing", (_where, path) => {
  const { "binding-darwin-x64": range } = parent.optionalDependencies;
  const lock = lockOf({
    "node_modules/other/node_modules/binding": {
      ...parent,
      optionalDependencies: { "binding-darwin-x64": range },
    },
    [path]: { ...darwin, integrity: "sha512-x" },
  });
  expect(gapsOf(lock)).toEqual([]);
});

test("a package that is locked for somebody else, or in another version, is missing", () => {
  const only = { ...parent, optionalDependencies: { "binding-darwin-x64": "2.0.0" } };
  const elsewhere = lockOf({
    "node_modules/binding": only,
    "node_modules/other/node_modules/binding-darwin-x64": darwin,
  });
  expect(gapsOf(elsewhere)).toHaveLength(1);

  const older = { ...darwin, version: "1.0.0" };
  const two = completed(
    lockOf({ "node_modules/binding": only, "node_modules/binding-darwin-x64": older }),
  );
  expect(two.packages["node_modules/binding-darwin-x64"]).toEqual(older);
  expect(two.packages["node_modules/binding/node_modules/binding-darwin-x64"]).toEqual(darwin);
  expect(gapsOf(two)).toEqual([]);
});

test.each([
  ["binding-wasm", "2.0.0"],
  ["binding-darwin-x64", "^2.0.0"],
])("%s %s, of which nothing is known, stops it", (name, range) => {
  const lock = lockOf({
    "node_modules/binding": { ...parent, optionalDependencies: { [name]: range } },
  });
  expect(() => completed(lock)).toThrow(
    `neither the registry nor the name says what ${name} ${range} is`,
  );
});

test("entries without a checksum are asked for again, and no others", () => {
  const seen = { ...linux, integrity: "sha512-x" };
  const workspace = { version: "1.0.0", optional: true };
  const { packages } = withoutUnverified(
    lockOf({
      "examples/a": workspace,
      "node_modules/binding-darwin-x64": darwin,
      "node_modules/binding-linux-arm64-musl": seen,
    }),
  );
  expect(packages).toEqual({
    "": root,
    "examples/a": workspace,
    "node_modules/binding-linux-arm64-musl": seen,
  });
});

test("ours lacks no package of any platform and names no host", () => {
  const text = readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8");
  expect(gapsOf(parseLockFile(text))).toEqual([]);
  expect(text).not.toMatch(/"resolved": "\w+:\/\//);
});

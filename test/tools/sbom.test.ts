import { expect, test } from "vitest";
import { sbomOf } from "../../tools/package/sbom.ts";

const manifest = {
  name: "ours",
  version: "1.0.0",
  license: "Apache-2.0",
  dependencies: { "@net/client": "^2.0.0" },
};

function locked(version: string, more: object = {}) {
  return { version, license: "MIT", integrity: "sha512-AQID", ...more };
}

const lock = {
  packages: {
    "": { ...manifest },
    "node_modules/inside": locked("3.0.0"),
    "node_modules/@net/client": locked("2.1.0", {
      dependencies: { shared: "^1.0.0" },
      optionalDependencies: { "not-here": "*" },
    }),
    "node_modules/@net/client/node_modules/shared": locked("1.5.0"),
    "node_modules/shared": locked("9.0.0", { dev: true }),
    "node_modules/for-tests": locked("4.0.0", { dev: true }),
  },
};

test("the bill of materials has what is inside and what is installed, and nothing else", () => {
  const bill = JSON.parse(sbomOf({ manifest, lock, inside: ["/anywhere/node_modules/inside"] }));
  expect(bill).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { name: "ours", version: "1.0.0" } },
  });
  const facts = bill.components.map((one: Record<string, unknown>) => [
    one["purl"],
    one["properties"] !== undefined,
  ]);
  expect(facts).toEqual([
    ["pkg:npm/inside@3.0.0", true],
    ["pkg:npm/%40net/client@2.1.0", false],
    ["pkg:npm/shared@1.5.0", false],
  ]);
  expect(bill.components[0]).toMatchObject({
    licenses: [{ license: { id: "MIT" } }],
    hashes: [{ alg: "SHA-512", content: "010203" }],
  });
});

test("it is the same for the same lock file", () => {
  const sources = { manifest, lock, inside: [] };
  expect(sbomOf(sources)).toBe(sbomOf(sources));
});

test("a package without a checksum or a license is named nowhere as if it had one", () => {
  const bare = { packages: { ...lock.packages, "node_modules/inside": { version: "3.0.0" } } };
  expect(() => sbomOf({ manifest, lock: bare, inside: ["node_modules/inside"] })).toThrow(
    /license[\s\S]*integrity/,
  );
});

import { describe, expect, test } from "vitest";
import {
  compareVersions,
  formatVersion,
  minimumVersion,
  parseVersion,
} from "../../tools/cli/version.ts";

describe("parseVersion", () => {
  test.each([
    ["v3.259.0", "3.259.0"],
    ["v3.259.0\n", "3.259.0"],
    ["3.9.12\r\n", "3.9.12"],
    ["v3.260.0-alpha.1755+dirty", "3.260.0"],
    ["warning: using the plugin from PATH\nv3.254.1", "3.254.1"],
  ])("reads %j", (text, expected) => {
    const version = parseVersion(text);
    expect(version && formatVersion(version)).toBe(expected);
  });

  test.each(["", "v3.259", "pulumi v3.259.0 is out", "dev"])("finds no version in %j", (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });
});

test("versions compare by number, not by text", () => {
  const order = ["3.9.0", "3.100.0", "3.100.1", "4.0.0"].map((text) => parseVersion(text));
  for (const [index, version] of order.entries()) {
    const next = order[index + 1];
    if (version === undefined || next === undefined) continue;
    expect(compareVersions(version, next)).toBeLessThan(0);
    expect(compareVersions(next, version)).toBeGreaterThan(0);
    expect(compareVersions(version, { ...version })).toBe(0);
  }
});

test("the oldest usable CLI is 3.254.0", () => {
  expect(formatVersion(minimumVersion)).toBe("3.254.0");
});

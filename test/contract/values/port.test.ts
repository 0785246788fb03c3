import fc from "fast-check";
import { expect, test } from "vitest";
import { isPort, parsePortRange } from "../../../contract/values/port.ts";

test.each([
  [1, true],
  [443, true],
  [65_535, true],
  [0, false],
  [65_536, false],
  [-1, false],
  [80.5, false],
  [Number.NaN, false],
])("%d as a port: %s", (value, expected) => {
  expect(isPort(value)).toBe(expected);
});

test("one port is a range of itself", () => {
  expect(parsePortRange("443")).toEqual({ first: 443, last: 443 });
});

test.each(["", "-", "80-", "-80", "0", "0-80", "90-80", "1-65536", "80-90-100", "80 - 90", "http"])(
  "%j is not a port range",
  (text) => {
    expect(parsePortRange(text)).toBeUndefined();
  },
);

test("a written range reads back", () => {
  const port = fc.integer({ min: 1, max: 65_535 });
  fc.assert(
    fc.property(port, port, (a, b) => {
      const range = { first: Math.min(a, b), last: Math.max(a, b) };
      expect(parsePortRange(`${range.first}-${range.last}`)).toEqual(range);
    }),
  );
});

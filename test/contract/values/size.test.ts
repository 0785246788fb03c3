import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSize, sameSize, withUnit } from "../../../contract/values/size.ts";

test.each([
  ["10GiB", 10_737_418_240n],
  ["10240MiB", 10_737_418_240n],
  ["1KiB", 1024n],
  ["2TiB", 2_199_023_255_552n],
  ["1KB", 1000n],
  ["5MB", 5_000_000n],
  ["1.5GB", 1_500_000_000n],
  ["0.5KiB", 512n],
  ["3TB", 3_000_000_000_000n],
])("%s is %d bytes", (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

test.each([
  "",
  "10",
  "GiB",
  "10 GiB",
  "10gib",
  "10G",
  "-1GiB",
  "1e3GiB",
  "1.GiB",
  ".5GiB",
  "10GiB\n",
  "0.3KiB",
  "1.2345KB",
  "0GiB",
  "0.0MiB",
])("%j is not a size", (text) => {
  expect(parseSize(text)).toBeUndefined();
});

test("sizes are the same when their bytes are", () => {
  expect(sameSize("10GiB", "10240MiB")).toBe(true);
  expect(sameSize("1.5GB", "1500MB")).toBe(true);
  expect(sameSize("10GiB", "10GB")).toBe(false);
});

test("text that is no size is the same only as itself", () => {
  expect(sameSize("huge", "huge")).toBe(true);
  expect(sameSize("huge", "vast")).toBe(false);
  expect(sameSize("huge", "10GiB")).toBe(false);
});

test("a size written in a smaller unit stays the same", () => {
  const steps = [
    ["TiB", "GiB", 1024],
    ["GiB", "MiB", 1024],
    ["MiB", "KiB", 1024],
    ["TB", "GB", 1000],
    ["GB", "MB", 1000],
    ["MB", "KB", 1000],
  ] as const;
  fc.assert(
    fc.property(
      fc.integer({ min: 1 }),
      fc.constantFrom(...steps),
      (amount, [large, small, factor]) => {
        expect(sameSize(`${amount}${large}`, `${amount * factor}${small}`)).toBe(true);
      },
    ),
  );
});

test("any text either parses to a whole number of bytes or to nothing", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const bytes = parseSize(text);
      expect(bytes === undefined || bytes > 0n).toBe(true);
    }),
  );
});

test.each([
  [1_073_741_824, "1GiB"],
  ["1610612736", "1536MiB"],
  [10_000_000_000, "10GB"],
  [1024, "1KiB"],
  [1, 1],
  ["2GiB", "2GiB"],
  [null, null],
])("%j in bytes is written as %j", (found, written) => {
  expect(withUnit(found)).toBe(written);
});

test("a size in bytes means the same with its unit", () => {
  const bytes = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }).map((size) => size * 1000n);
  fc.assert(
    fc.property(bytes, (size) => {
      expect(parseSize(String(withUnit(String(size))))).toBe(size);
    }),
  );
});

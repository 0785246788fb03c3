import fc from "fast-check";
import { expect, test } from "vitest";
import { containsUnknown, isUnknown, UNKNOWN } from "../../../contract/values/unknown.ts";

test("only the stand-in is unknown", () => {
  expect(isUnknown(UNKNOWN)).toBe(true);
  expect(isUnknown(`x${UNKNOWN}`)).toBe(false);
  expect(isUnknown(undefined)).toBe(false);
  expect(isUnknown({ value: UNKNOWN })).toBe(false);
});

test("the stand-in is found in lists and objects", () => {
  expect(containsUnknown(UNKNOWN)).toBe(true);
  expect(containsUnknown({ rules: [{ port: 80 }, { port: UNKNOWN }] })).toBe(true);
  expect(containsUnknown({ rules: [], name: null })).toBe(false);
  expect(containsUnknown(undefined)).toBe(false);
});

test("the stand-in is found at any depth", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.oneof(fc.constant(0), fc.string())), (rest, path) => {
      const nested = path.reduce<unknown>(
        (inner, step) => (typeof step === "number" ? [rest, inner] : { rest, [`k${step}`]: inner }),
        UNKNOWN,
      );
      expect(containsUnknown(nested)).toBe(true);
      expect(containsUnknown(rest)).toBe(false);
    }),
  );
});

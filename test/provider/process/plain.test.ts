import fc from "fast-check";
import { expect, test } from "vitest";
import { plain } from "../../../provider/process/plain.ts";

test("a result loses undefined at every depth, and nothing else", () => {
  const value = {
    a: undefined,
    b: { c: undefined, d: null, e: [{ f: undefined, g: 0 }] },
    h: "",
    i: false,
  };
  expect(plain(value)).toStrictEqual({ b: { d: null, e: [{ g: 0 }] }, h: "", i: false });
});

test("a result that is JSON stays as it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(plain(value)).toStrictEqual(value);
    }),
  );
});

test("what is no object is itself", () => {
  for (const value of [undefined, null, 1, "text", true]) expect(plain(value)).toBe(value);
});

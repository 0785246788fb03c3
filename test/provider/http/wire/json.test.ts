import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonBounds, parseJson } from "../../../../provider/http/wire/json.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test("any ordinary JSON parses to itself", () => {
  const isOrdinary = (value: unknown) => !JSON.stringify(value).includes("__proto__");
  const value = fc.jsonValue({ maxDepth: 5 }).filter(isOrdinary);
  fc.assert(
    fc.property(value, (given) => {
      const text = JSON.stringify(given);
      expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
    }),
  );
});

test("depth and items are bounded, and brackets in strings do not count", () => {
  expect(parseJson(nested(jsonBounds.depth))).toHaveProperty("value");
  expect(parseJson(nested(jsonBounds.depth + 1))).toHaveProperty("problem");
  expect(parseJson(nested(1_000_000))).toHaveProperty("problem");
  expect(parseJson(`[${"0,".repeat(jsonBounds.items)}0]`)).toHaveProperty("value");
  expect(parseJson(`[${"0,".repeat(jsonBounds.items + 1)}0]`)).toHaveProperty("problem");
  expect(parseJson(JSON.stringify(`\\"${"[".repeat(100)}"`))).toHaveProperty("value");
});

test("size is bounded", () => {
  expect(parseJson(`"${"x".repeat(jsonBounds.characters)}"`)).toHaveProperty("problem");
});

test("keys that would set a prototype are dropped", () => {
  const text = '{"__proto__": {"admin": true}, "a": {"\\u005f_proto__": 1, "b": 2}}';
  const parsed = parseJson(text);
  expect(parsed).toEqual({ value: { a: { b: 2 } } });
  expect(Object.hasOwn("value" in parsed ? Object(parsed.value) : {}, "__proto__")).toBe(false);
});

test("malformed text is a problem that quotes nothing", () => {
  expect(parseJson("secret")).toEqual({ problem: "malformed JSON" });
});

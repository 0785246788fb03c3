import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import {
  errorWords,
  isErrorAlone,
  jsonBounds,
  parseJson,
} from "../../../../provider/http/wire/json.ts";

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

const why = "size_gb must be at least 20";

describe("the words of an error", () => {
  test.each<[where: string, error: Json]>([
    ["`error`", { error: why }],
    ["`error` beside more", { error: why, message: "something else", code: "x" }],
    ["`message`", { statusCode: 400, message: why, error: "Bad Request" }],
    ["the first of several messages", { message: [why, "region must be one of: a"] }],
    ["`detail`", { type: "about:blank", title: "Bad Request", detail: why }],
    ["`message` of `error`", { error: { code: "invalid_argument", message: why } }],
    ["the first of `errors`", { errors: [why, "region must be one of: a"] }],
    ["`detail` of the first of `errors`", { errors: [{ title: "Invalid", detail: why }] }],
    ["`reason` of the first of `errors`", { errors: [{ field: "size_gb", reason: why }] }],
    ["a list", [{ message: why }]],
  ])("are found in %s", (_where, error) => {
    expect(wordsOf(400, error)).toBe(why);
  });

  test.each<[what: string, error: Json, words: string | undefined]>([
    ["the phrase of the status alone", { error: "Bad Request", path: "/v1/x" }, "Bad Request"],
    ["nothing", {}, undefined],
    ["no text", { error: 5, message: null, detail: " ", errors: [] }, undefined],
    ["an object that is in the way", { volume: { id: "vol_1", region: "eu west" } }, undefined],
    ["a text", "no", "no"],
    ["a number", 5, undefined],
  ])("of %s", (_what, error, words) => {
    expect(wordsOf(400, error)).toBe(words);
  });

  test("are none where the answer is no JSON", () => {
    const headers = { "content-type": "text/html" };
    expect(errorWords({ status: 400, headers, body: `{"error":"${why}"}` })).toBeUndefined();
  });
});

function wordsOf(status: number, error: Json): string | undefined {
  const headers = { "content-type": "application/json" };
  return errorWords({ status, headers, body: JSON.stringify(error) });
}

describe("a success", () => {
  test.each<Json>([
    { error: why },
    { error: why, data: null, code: 17 },
    { error: why, items: [], id: null },
    { error: { code: 409, message: why } },
    { success: false },
    { success: false, errors: [{ code: 7, message: why }], result: null },
  ])("is an error alone in %j", (answer) => {
    expect(isErrorAlone(answer)).toBe(true);
  });

  test.each<Json>([
    { id: "img_1", status: "failed", error: "the file is no image" },
    { name: "web", error: "it crashed" },
    { volume: { id: "vol_1" }, error: "it is not formatted" },
    { success: false, data: { id: "vol_1" } },
    { success: true, message: "deleted", error: null },
    { error: " " },
    { error: false },
    { message: "Volume deleted" },
    [{ error: "it crashed" }],
    null,
  ])("is none in %j", (answer) => {
    expect(isErrorAlone(answer)).toBe(false);
  });
});

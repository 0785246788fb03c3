import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { jsonBounds, parseJson, wordsIn } from "../../../../provider/http/wire/json.ts";

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

const small = "size_gb must be at least 20";
const coded = (error: string, message: Json) => ({ statusCode: 400, message, error });

test.each<{ from: string; error: Json; words?: string | undefined }>([
  { from: "NestJS", error: coded("Bad Request", small) },
  { from: "NestJS, several", error: coded("Bad Request", [small, "region must be one of: a"]) },
  {
    from: "NestJS, a route",
    error: coded("Not Found", "Cannot GET /v1/x"),
    words: "Cannot GET /v1/x",
  },
  {
    from: "Spring Boot",
    error: { status: 400, error: "Bad Request", message: small, path: "/v1/x" },
  },
  {
    from: "Spring Boot without words",
    error: { timestamp: "2026-01-01T00:00:00Z", status: 404, error: "Not Found", path: "/v1/x" },
    words: "Not Found",
  },
  {
    from: "Spring Boot before 2.3",
    error: { error: "Not Found", message: "No message available", path: "/v1/x" },
    words: "Not Found",
  },
  {
    from: "Spring Boot, fields",
    error: {
      error: "Bad Request",
      errors: [
        { codes: ["Min.volume"], defaultMessage: "too small", field: "sizeGb", code: "Min" },
      ],
      path: "/v1/x",
    },
    words: "sizeGb: too small",
  },
  {
    from: "GitHub",
    error: { message: "Validation Failed", errors: [{ field: "name", code: "already_exists" }] },
    words: "name: already_exists",
  },
  { from: "Rails", error: { status: 404, error: "Not Found" }, words: "Not Found" },
  {
    from: "Rails, models",
    error: { errors: { size_gb: ["must be at least 20"] } },
    words: "size_gb: must be at least 20",
  },
  { from: "Express", error: { error: { status: 400, message: small } } },
  {
    from: "Express, texts by field",
    error: { errors: { size_gb: "must be at least 20" } },
    words: "size_gb: must be at least 20",
  },
  {
    from: "express-validator",
    error: { errors: [{ type: "field", msg: "Invalid value", path: "size_gb" }] },
    words: "size_gb: Invalid value",
  },
  {
    from: "zod",
    error: { error: { issues: [{ path: ["size_gb"], message: "Too small" }] } },
    words: "size_gb: Too small",
  },
  { from: "Go", error: { error: { code: "invalid_argument", message: small } } },
  {
    from: "Go, net/http",
    error: { error: "conflict", message: "a volume data exists" },
    words: "a volume data exists",
  },
  {
    from: "FastAPI",
    error: { detail: [{ loc: ["body", "size_gb"], msg: "Input is too small", type: "x" }] },
    words: "size_gb: Input is too small",
  },
  { from: "FastAPI, a text", error: { detail: small } },
  {
    from: "Django",
    error: { size_gb: ["Ensure this value is at least 20."] },
    words: "size_gb: Ensure this value is at least 20.",
  },
  {
    from: "Flask",
    error: {
      status: "Unprocessable Entity",
      errors: { json: { size_gb: ["Must be at least 20."] } },
    },
    words: "size_gb: Must be at least 20.",
  },
  {
    from: "Laravel",
    error: { message: "The given data was invalid.", errors: { size_gb: [small] } },
  },
  { from: "RFC 9457", error: { type: "about:blank", title: "Bad Request", detail: small } },
  {
    from: "JSON:API",
    error: { errors: [{ status: "422", title: "Invalid Attribute", detail: small }] },
  },
  { from: "OpenStack", error: { badRequest: { code: 400, message: small } } },
  { from: "AWS", error: { __type: "ValidationException", Message: small } },
  {
    from: "OAuth",
    error: { error: "invalid_request", error_description: small },
  },
  {
    from: "a code word",
    error: { error: "quota.exceeded", message: small },
    words: `quota.exceeded: ${small}`,
  },
  {
    from: "a list beside a code word",
    error: { error: "VALIDATION", details: [{ field: "size_gb", message: "is too small" }] },
    words: "VALIDATION: size_gb: is too small",
  },
  { from: "a code alone", error: { error: "Forbidden", code: "plan_limit" }, words: "plan_limit" },
  { from: "one word", error: { error: "taken" }, words: "taken" },
  { from: "words that are enough", error: { error: small, message: "something else", code: "x" } },
  {
    from: "an object that is in the way",
    error: { volume: { id: "vol_1", region: "eu west", tags: ["a"] } },
    words: undefined,
  },
  {
    from: "times",
    error: { timestamp: "Mon Nov 23 2026", trace: "at a.b (c)", status: 500 },
    words: undefined,
  },
])("the words of an error are found as they come from $from", ({ error, ...rest }) => {
  expect(wordsIn(error)).toBe("words" in rest ? rest.words : small);
});

test("an error of many parts is read at once", () => {
  const deep = `${'{"a":[{"error":'.repeat(8)}"x"${"}]}".repeat(8)}`;
  const wide = JSON.stringify({ errors: Array.from({ length: 50_000 }, () => ({ a: "b" })) });
  const begun = performance.now();
  for (const text of [deep, wide]) {
    const parsed = parseJson(text);
    expect("value" in parsed && wordsIn(parsed.value)).not.toBe(false);
  }
  expect(performance.now() - begun).toBeLessThan(1000);
});

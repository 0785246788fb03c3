import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fit } from "../../../provider/inventory/fit.ts";

const rule = z.strictObject({
  protocol: z.enum(["tcp", "udp"]),
  port: z.int().min(1),
  path: z.string().exactOptional(),
});

describe("a found value in the form of a schema", () => {
  test.each([
    ["digits for a number", z.string(), 8080, "8080"],
    ["a number for digits", z.int(), "8080", 8080],
    ["a word in the schema's case", z.enum(["tcp"]), "TCP", "tcp"],
    ["a literal in its case", z.literal("container"), "Container", "container"],
    ["what may be left out", z.string().exactOptional(), "x", "x"],
    ["a list", z.array(z.string()), [1, "b"], ["1", "b"]],
    ["a record's entries that fit", z.record(z.string(), z.string()), { a: "1", b: 2 }, { a: "1" }],
    [
      "an object without empty lists and texts that may be left out",
      z.strictObject({
        tags: z.array(z.string()).exactOptional(),
        note: z.string().exactOptional(),
        must: z.array(z.string()),
      }),
      { tags: [], note: "", must: [] },
      { must: [] },
    ],
    [
      "an object without null",
      rule,
      { protocol: "udp", port: "53", path: null },
      { protocol: "udp", port: 53 },
    ],
  ])("%s", (_what, schema, found, value) => {
    expect(fit(schema, found)?.value).toEqual(value);
  });

  test.each([
    ["text for a number", z.int(), "many"],
    ["a fraction for a whole number", z.int(), 1.5],
    ["another word", z.enum(["tcp"]), "sctp"],
    ["nothing in a list", z.array(z.int()), [1, null]],
    ["an object without what it needs", rule, { protocol: "tcp" }],
    ["a value for a list", z.array(z.string()), "a"],
    ["a list for an object", rule, []],
  ])("is none: %s", (_what, schema, found) => {
    expect(fit(schema, found)).toBeUndefined();
  });

  test("extra values are listed by path, except those that a platform notes of each entry", () => {
    const found = [{ id: 7, protocol: "tcp", port: 1, created_at: "today", weight: 3, tags: [] }];
    expect(fit(z.array(rule), found)?.unsaid).toEqual(["[0].weight"]);
    expect(fit(z.record(z.string(), z.string()), { a: 1 })?.unsaid).toEqual(['["a"]']);
  });
});

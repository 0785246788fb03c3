import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idPrefixes, isPathSegment } from "../../contract/ids.ts";
import { rowsWith, section } from "./spec-tables.ts";

const shapes = {
  instance: section("2.2"),
  volume: section("2.7"),
  image: section("2.7a"),
  floatingIp: rowsWith("2.8", "Field").map((row) => String(row["Notes"])),
  certificate: section("2.9"),
  apiKey: section("2.11"),
  projectMember: section("2.12"),
  project: section("2.12"),
};

describe("ids", () => {
  test.each(Object.entries(shapes))("of a %s have the shape of spec 2", (kind, text) => {
    const prefix = Object.entries(idPrefixes).find(([known]) => known === kind)?.[1];
    expect(prefix).toMatch(/^[a-z]+_$/);
    expect(text.join("\n")).toContain(`${prefix}<id>`);
  });

  test("no other kind has a prefix", () => {
    expect(Object.keys(idPrefixes).toSorted()).toEqual(Object.keys(shapes).toSorted());
  });
});

describe("a path segment", () => {
  test.each(["a", "web-1", "vol_8f", "me@example.com", "a.b", "...", "x".repeat(128)])(
    "is %s",
    (text) => {
      expect(isPathSegment(text)).toBe(true);
    },
  );

  test.each(["", ".", "..", "a/b", "a b", "%2e", "a?b", "a#b", "é", "a\n", "x".repeat(129)])(
    "is not %j",
    (text) => {
      expect(isPathSegment(text)).toBe(false);
    },
  );

  test("never leads to another path", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(isPathSegment(text));
        const { pathname, search, hash } = new URL(`http://host/v1/volumes/${text}`);
        expect([pathname, search, hash]).toEqual([`/v1/volumes/${text}`, "", ""]);
      }),
    );
  });
});

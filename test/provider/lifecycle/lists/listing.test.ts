import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { asListing } from "../../../../provider/lifecycle/lists/lists.ts";

const entries = (length: number) => Array.from({ length }, (_none, at) => ({ id: `id_${at}` }));
const items = entries(2);

describe("a list", () => {
  test.each<[string, Json]>([
    ["as such", items],
    ["in an envelope of any name", { volumes: items }],
    ["in an envelope in an envelope", { data: { volumes: items, total: 2 } }],
    ["in an envelope with other facts", { data: items, total: 2, next: null, has_more: false }],
    ["on the only page", { data: items, meta: { current_page: 1, last_page: 1, per_page: 50 } }],
    ["with addresses of its only page", { data: items, links: { last: "/x?page=1", next: null } }],
    ["with an empty list of errors and codes", { errors: [], result: items, status_code: 200 }],
    ["on what is said to be the last page", { content: items, last: true }],
    ["with a time of day and words", { data: items, at: "2026-11-22T10:00:00Z", status: "ok" }],
  ])("%s is whole", (_name, answer) => {
    expect(asListing(answer)).toEqual({ items, complete: true, whole: true });
  });

  test.each<[string, Json]>([
    ["with a next page", { data: items, next: "/page/2" }],
    ["with the number of a next page", { data: items, next_page: 2 }],
    ["with a cursor", { data: items, cursor: "abc" }],
    ["with a next cursor deep inside", { data: items, page: { info: { end_cursor: "abc" } } }],
    ["with a token", { data: items, nextPageToken: "abc" }],
    ["with a continuation", { data: items, continuation: "abc" }],
    ["with more to come", { data: items, has_more: true }],
    ["with more counted than shown", { data: items, total: 3 }],
    ["with more counted deep inside", { data: items, links: {}, meta: { total_count: 16 } }],
    ["that says it was cut", { data: items, IsTruncated: true }],
    ["that is not the last page", { content: items, last: false }],
    ["with more that remain", { data: items, remaining: 3 }],
    ["with several pages", { data: items, meta: { last_page: 2 } }],
    ["with the address of a last page", { data: items, links: { last: "/x?page=3" } }],
  ])("%s is a part", (_name, answer) => {
    expect(asListing(answer)).toEqual({ items, complete: false, whole: false });
  });

  test.each<[string, Json]>([
    ["a number that may be a count", { data: items, size: 3 }],
    ["a full page", { data: items, per_page: 2 }],
  ])("with %s proves no absence", (_name, answer) => {
    expect(asListing(answer)).toEqual({ items, complete: true, whole: false });
  });

  test.each(['</x?page=2>; rel="next"', "</x?page=9>; rel=last"])(
    "with Link %s is a part",
    (link) => {
      expect(asListing(items, link)).toEqual({ items, complete: false, whole: false });
    },
  );

  test.each<[string, Json]>([
    ["nothing", null],
    ["a text", "none"],
    ["an object without a list", { volumes: {} }],
    ["two lists", { volumes: items, deleted: [{ id: "x" }] }],
  ])("that is %s shows nothing and proves nothing", (_name, answer) => {
    expect(asListing(answer)).toEqual({ items: [], complete: false, whole: false });
  });

  test("skips what is no object, and proves nothing then", () => {
    const { items: objects, whole } = asListing([1, null, ["x"], { id: "a" }]);
    expect(objects).toEqual([{ id: "a" }]);
    expect(whole).toBe(false);
    expect(asListing({ metadata: ["/networks/a"] })).toMatchObject({ items: [], whole: false });
  });
});

describe("what a list leaves out", () => {
  test.each([0, 1, 9, 11, 51, 81, 101, 999])("is not there when it has %i entries", (length) => {
    expect(asListing(entries(length)).whole).toBe(true);
  });

  test.each([10, 15, 20, 25, 30, 40, 50, 60, 64, 100, 200, 250, 500, 1000])(
    "may be on another page when it has exactly %i",
    (length) => {
      expect(asListing(entries(length))).toMatchObject({ complete: true, whole: false });
    },
  );

  test("is not there when the platform says that these are all", () => {
    expect(asListing({ data: entries(50), total: 50 }).whole).toBe(true);
    expect(asListing({ data: entries(50), next: null }).whole).toBe(true);
    expect(asListing({ data: entries(50), count: 50 }).whole).toBe(false);
  });
});

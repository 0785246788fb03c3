import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { asListing, isConclusive } from "../../../../provider/lifecycle/existence/listing.ts";

const items = [{ id: "a" }, { id: "b" }];

describe("a list", () => {
  test.each<[string, Json]>([
    ["as such", items],
    ["in an envelope of any name", { volumes: items }],
    ["in an envelope with other facts", { data: items, total: 2, next: null, has_more: false }],
    ["with fewer counted than shown", { data: items, total: 0 }],
  ])("%s is complete", (_name, answer) => {
    expect(asListing(answer)).toEqual({ items, complete: true });
  });

  test.each<[string, Json]>([
    ["with a next page", { data: items, next: "/page/2" }],
    ["with the number of a next page", { data: items, next_page: 2 }],
    ["with a cursor", { data: items, cursor: "abc" }],
    ["with a next cursor", { data: items, next_cursor: "abc" }],
    ["with more to come", { data: items, has_more: true }],
    ["with more counted than shown", { data: items, total: 3 }],
  ])("%s is not complete", (_name, answer) => {
    expect(asListing(answer)).toEqual({ items, complete: false });
  });

  test.each<[string, Json]>([
    ["nothing", null],
    ["a text", "none"],
    ["an object without a list", { volumes: {} }],
    ["two lists", { volumes: items, deleted: [] }],
  ])("that is %s shows nothing and proves nothing", (_name, answer) => {
    expect(asListing(answer)).toEqual({ items: [], complete: false });
  });

  test("skips what is no object", () => {
    expect(asListing([1, null, ["x"], { id: "a" }]).items).toEqual([{ id: "a" }]);
  });
});

describe("what a list leaves out", () => {
  const listing = (length: number, complete = true) => ({
    items: Array.from({ length }, (_none, at) => ({ id: `id_${at}` })),
    complete,
  });

  test.each([0, 1, 9, 11, 51, 80, 101, 999])("is not there when it has %i entries", (length) => {
    expect(isConclusive(listing(length))).toBe(true);
  });

  test.each([10, 20, 25, 50, 100, 200, 250, 500, 1000])(
    "may be on another page when it has exactly %i",
    (length) => {
      expect(isConclusive(listing(length))).toBe(false);
    },
  );

  test("may be on another page when it says so", () => {
    expect(isConclusive(listing(3, false))).toBe(false);
  });
});

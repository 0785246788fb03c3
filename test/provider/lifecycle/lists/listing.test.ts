import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { asListing } from "../../../../provider/lifecycle/lookup/list-cache.ts";

const entries = (length: number) => Array.from({ length }, (_none, at) => ({ id: `id_${at}` }));
const items = entries(2);

const href = { href: "/x?page=2" };
const onePage = { self: "/x", first: "/x?per_page=9&page=1", last: "/x?per_page=9&page=1" };
const hal = (last: string) => ({ self: { href: "/x" }, last: { href: `/x?page=${last}` } });

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
    ["with addresses of its page alone", { data: items, links: onePage }],
    ["with objects as these addresses", { data: items, _links: hal("1") }],
    ["with no next page in an object", { data: items, links: { next: { href: null } } }],
    ["with cursors of nothing after it", { data: items, cursors: { before: "abc", after: null } }],
    ["with counts in texts", { data: items, meta: { total: "2", page: "1", pages: "1" } }],
    ["with the size of pages in an object", { data: items, page: { size: 50, number: 0 } }],
    ["with ids that are numbers", { data: items, account_id: "1234", requestId: 77, id: 5 }],
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
    ["with a next page in an object", { _embedded: { networks: items }, _links: { next: href } }],
    ["with more about a next page", { data: items, links: { next: { ...href, meta: {} } } }],
    ["with a next page's url", { data: items, pagination: { next: { url: "/x" } } }],
    ["with what comes after it", { data: items, paging: { after: "abc" } }],
    ["with a cursor of what comes after it", { data: items, paging: { cursors: { after: "b" } } }],
    ["with a last page in an object", { data: items, _links: hal("3") }],
    ["with the number of a last page", { data: items, links: { last: "/x?page[number]=3" } }],
    ["with more counted in a text", { data: items, total: "45" }],
    ["with several pages in a text", { data: items, meta: { last_page: "3" } }],
    ["on the first of several pages in texts", { data: items, page: "1", pages: "3" }],
    ["with a next page however deep", { data: items, a: { b: { c: { d: { e: { next: 2 } } } } } }],
    ["with a page's number in an object", { data: items, page: { size: 2, number: 2 } }],
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
      const head = { status: 200, headers: { link } };
      expect(asListing(items, head)).toEqual({ items, complete: false, whole: false });
    },
  );

  test.each([
    { "x-total-count": "3" },
    { "x-total": "3" },
    { "x-total-pages": "2" },
    { "x-next-page": "2" },
    { "x-pagination-next-page": "2" },
    { "x-has-more": "true" },
    { "content-range": "items 0-1/45" },
    { "content-range": "volumes 2-3/4" },
  ])("with %j is a part", (headers) => {
    expect(asListing(items, { status: 200, headers })).toMatchObject({ complete: false });
  });

  test("that is called partial content is a part", () => {
    expect(asListing(items, { status: 206, headers: {} })).toMatchObject({ complete: false });
  });

  test.each([
    { "x-total-count": "2", "x-next-page": "", "x-total-pages": "1", "x-page": "1" },
    { "content-range": "items 0-1/2" },
    { "x-has-more": "false" },
    { "x-ratelimit-remaining": "59", "x-nextjs-cache": "HIT", "x-request-id": "1234", age: "77" },
  ])("with %j is whole", (headers) => {
    expect(asListing(items, { status: 200, headers })).toEqual({
      items,
      complete: true,
      whole: true,
    });
  });

  test("with a range of nobody knows how many proves no absence", () => {
    const headers = { "content-range": "0-1/*" };
    expect(asListing(items, { status: 200, headers })).toMatchObject({ whole: false });
  });

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

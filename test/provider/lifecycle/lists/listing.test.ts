import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { asListing } from "../../../../provider/lifecycle/lists/lists.ts";

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

interface Row {
  readonly from: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

const read = ({ body = items, headers = {}, status = 200 }: Row) =>
  asListing(body, { status, headers });
const link = (url: string | null, label: string) => ({ url, label, active: false });
const firstAndLast = (last: string) =>
  `<https://a/x?page=1&per_page=20>; rel="first", <https://a/x?page=${last}&per_page=20>; rel="last"`;
const cursors = { before: "abc", after: "abd" };
const laravel = {
  data: items,
  links: { first: "https://a/x?page=1", last: "https://a/x?page=1", prev: null, next: null },
  meta: {
    ...{ current_page: 1, from: 1, last_page: 1, per_page: 15, to: 2, total: 2 },
    links: [link(null, "&laquo; Previous"), link("https://a?page=1", "1"), link(null, "Next")],
  },
};
const spring = {
  content: items,
  pageable: { pageNumber: 0, pageSize: 20, offset: 0, sort: { sorted: false } },
  ...{ last: true, totalPages: 1, totalElements: 2, size: 20, number: 0, numberOfElements: 2 },
};

describe("what platforms say beside all there is", () => {
  test.each<Row>([
    { from: "Laravel", body: laravel },
    { from: "Spring", body: spring },
    { from: "GraphQL", body: { nodes: items, pageInfo: { hasNextPage: false, endCursor: "xyz" } } },
    { from: "Linode", body: { data: items, page: 1, pages: 1, results: 2 } },
    { from: "OpenAI", body: { data: items, first_id: "a", last_id: "b", has_more: false } },
    { from: "Dropbox", body: { entries: items, cursor: "abc", has_more: false } },
    { from: "Cloudflare KV", body: { result: items, result_info: { count: 2, cursor: "" } } },
    {
      from: "Kubernetes",
      body: { items, metadata: { continue: "", resourceVersion: "123456", remainingItemCount: 0 } },
    },
    { from: "RFC 9110: 206 with all", status: 206, headers: { "content-range": "items 0-1/2" } },
    { from: "a range of none", body: [], headers: { "content-range": "items */0" } },
    { from: "GitLab", headers: { link: firstAndLast("1"), "x-total": "2" } },
    {
      from: "Sentry",
      headers: { link: '</x?cursor=0:9:0>; rel="next"; results="false"; cursor="0:9:0"' },
    },
    { from: "ASP.NET", headers: { "x-pagination": '{"CurrentPage":1,"TotalPages":1}' } },
    { from: "load times", headers: { "x-page-load-ms": "12", "x-next-reset": "60" } },
    {
      from: "servers and caches",
      headers: {
        ...{ "content-length": "450", "last-modified": "Sun, 22 Nov 2026 10:00:00 GMT" },
        ...{ "x-cache-hits": "45", "retry-after": "30", "x-csrf-token": "abc", "x-runtime": "45" },
        ...{
          nel: '{"max_age":604800}',
          "server-timing": "total;dur=45",
          "x-ratelimit-limit": "60",
        },
      },
    },
    { from: "limits", body: { items, rate_limit: { limit: 60, remaining: 59 } } },
    { from: "limits in words", body: { items, ratelimit_remaining: 59, api_calls_remaining: 5 } },
    { from: "Rails", body: { items, csrf_token: "abcdef" } },
    { from: "notes", body: { items, next_maintenance: "2026-02-01", more_info: "https://docs" } },
    {
      from: "help",
      body: { items, links: { learn_more: "https://docs" }, last_sync_failed: false },
    },
    { from: "an account", body: { items, total: 2, account_total: 45 } },
    {
      from: "numbers",
      body: { items, monthly_cost: 45.5, ts: 1_700_000_000, project: { id: 9 } },
    },
    { from: "warnings", body: { items, warnings: ["deprecated"], regions: ["eu"] } },
    { from: "the request again", body: { items, filters: { limit: 2, after: "abc" } } },
  ])("is whole: $from", (row) => {
    expect(read(row)).toMatchObject({ complete: true, whole: true });
    expect(read(row).items).toHaveLength(Array.isArray(row.body) ? row.body.length : 2);
  });

  test("counts more than the length of a page", () => {
    const full = entries(20);
    expect(read({ from: "GraphQL", body: { full, pageInfo: { hasNextPage: false } } }).whole).toBe(
      true,
    );
    expect(read({ from: "a request", body: { full, filters: { after: null } } }).whole).toBe(false);
    expect(read({ from: "a plan", body: { full, next_maintenance: null } }).whole).toBe(false);
  });
});

describe("what platforms say beside a part", () => {
  test.each<Row>([
    { from: "Facebook, or typeorm-cursor-pagination", body: { data: items, paging: { cursors } } },
    { from: "pages", body: { items, pages: { current: 1, total: 3 } } },
    { from: "pagination", body: { items, pagination: { current: 1, last: 3 } } },
    { from: "a page's count", body: { items: entries(17), page: { index: 0, count: 3 } } },
    { from: "pages from 0", body: { items, page: { index: 0, last: 1 } } },
    { from: "a page as text", body: { items, page: "1/3" } },
    { from: "a page in words", body: { items, page: "1 of 3" } },
    { from: "a range", body: { items, range: "0-1/45" } },
    { from: "a summary", body: { items, summary: "2 of 45" } },
    { from: "GitHub", body: { items, incomplete_results: true } },
    { from: "Salesforce", body: { records: items, done: false } },
    { from: "Google", body: { items, unreachable: ["us-east1"] } },
    { from: "Solr", body: { response: { numFound: 45, docs: items } } },
    { from: "Elasticsearch", body: { hits: { total: { value: 45 }, hits: items } } },
    { from: "OData", body: { value: items, "@odata.nextLink": "https://a/x?$skip=2" } },
    { from: "Rick and Morty", body: { info: { next: "/x?page=2", count: 826 }, results: items } },
    { from: "DynamoDB", body: { Items: items, LastEvaluatedKey: { id: "a" } } },
    { from: "GraphQL", body: { nodes: items, pageInfo: { hasNextPage: true, endCursor: "x" } } },
    { from: "contradictions", body: { items, total: 2, next: "/x?page=2" } },
    { from: "flags", body: { items, complete: false } },
    { from: "words run together", body: { items, totalpages: 3 } },
    { from: "the name of what is listed", body: { requests: { items, total_requests: 45 } } },
    { from: "an account", body: { items, account_total: 45 } },
    { from: "HATEOAS", body: { items, links: [{ rel: "next", href: "/x?page=2" }] } },
    { from: "ASP.NET", headers: { "x-pagination": '{"totalPages":3}' } },
    { from: "a total", headers: { "total-count": "45" } },
    { from: "a total of pages' entries", headers: { "pagination-total": "45" } },
    { from: "WordPress", headers: { "x-wp-totalpages": "3" } },
    { from: "a next page", headers: { "next-page": "2" } },
    { from: "Azure", headers: { "x-ms-continuation": "abc" } },
    {
      from: "Heroku",
      status: 206,
      headers: { "content-range": "id a..b", "next-range": "]b..; max=2" },
    },
    { from: "single quotes", headers: { link: "</x?p=2>; rel='next'" } },
    { from: "several relations", headers: { link: '</x?p=2>; rel="alternate next"' } },
    { from: "GitLab", headers: { link: firstAndLast("3") } },
  ])("is a part: $from", (row) => {
    expect(read(row)).toMatchObject({ complete: false, whole: false });
  });

  test.each([{ volumes: 45 }, { meta: { to: 45 } }, { n: 45 }, { available: 45 }])(
    "may be a part by a larger number, whatever that counts: %j",
    (beside) => {
      expect(asListing({ items, ...beside })).toMatchObject({ complete: true, whole: false });
      expect(asListing({ items, ...beside, next: null })).toMatchObject({ whole: true });
    },
  );

  test.each([{ account_id: 45 }, { ts: 1_767_225_600 }, { rate_limit: { remaining: 59 } }])(
    "is whole beside an id, a time or a rate: %j",
    (beside) => {
      expect(asListing({ items, ...beside })).toMatchObject({ whole: true });
    },
  );

  test("is no entry of an empty list", () => {
    const links = [{ rel: "next", href: "/x?page=2" }];
    expect(asListing({ items: [], links })).toEqual({ items: [], complete: false, whole: false });
  });

  test("leaves open which is the list where entries are texts", () => {
    expect(asListing({ data: ["a"], included: items })).toMatchObject({ complete: false });
    expect(asListing({ volumes: ["a"], errors: [] })).toMatchObject({ whole: false });
  });
});

test.each([
  ["objects", `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`],
  ["words", "page".repeat(4000)],
  ["numbers", "1 ".repeat(8000)],
  ["links", "<".repeat(16_000)],
])("a header of many %s is read at once and says nothing", (_of, header) => {
  const begun = performance.now();
  expect(asListing(items, { status: 200, headers: { "x-pagination": header } }).whole).toBe(true);
  expect(asListing(items, { status: 200, headers: { link: header } }).whole).toBe(true);
  expect(asListing({ items, ["nonofofin".repeat(4)]: 1 }).whole).toBe(true);
  expect(performance.now() - begun).toBeLessThan(1000);
});

import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { asListing } from "../../../../provider/lifecycle/lookup/list-cache.ts";

const entries = (length: number) => Array.from({ length }, (_none, at) => ({ id: `id_${at}` }));
const items = entries(2);

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
    {
      from: "pagy",
      headers: {
        ...{ "current-page": "1", "page-items": "20", "total-pages": "1", "total-count": "2" },
        link: "",
      },
    },
    { from: "databases", headers: { "x-sql-count": "12", "x-db-query-count": "12" } },
    { from: "CouchDB", body: { docs: items, bookmark: "nil" } },
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
    { from: "CouchDB", body: { docs: items, bookmark: "g1AAAA" } },
    { from: "pagy", headers: { "current-page": "1", "page-items": "2", "total-pages": "3" } },
    { from: "a page's entries of many", headers: { "page-total-items": "45" } },
    { from: "flags of pages", body: { items, has_pages: true, next: "/x" } },
    {
      from: "a page's entries beside all of them",
      body: { items, page_items: 2, total_count: 45 },
    },
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

  test.each([
    ...[{ volumes: 45 }, { meta: { to: 45 } }, { n: 45 }, { available: 45 }],
    ...[{ length: 45 }, { size: 45 }, { displayed: 2, available: 45 }, { page_items: 2 }],
    ...[
      { has_pages: true, volumes: 45 },
      { organization_total: 2, volumes: 45 },
    ],
    ...[{ warnings: ["result truncated to 2 entries"] }, { note: "Partial results" }],
  ])("may be a part by a larger number, whatever that counts: %j", (beside) => {
    expect(asListing({ items, ...beside })).toMatchObject({ complete: true, whole: false });
    expect(asListing({ items, ...beside, next: null })).toMatchObject({ whole: true });
  });

  test.each([
    ...[{ account_id: 45 }, { ts: 1_767_225_600 }, { rate_limit: { remaining: 59 } }],
    ...[{ limits: { volumes: 20, max: 45 } }, { plan: { max_volumes: 20 } }, { balance: 45 }],
    ...[{ capacity: { total: 1000 } }, { usage: { gb: 45 } }, { total_gb: 45 }, { sum_gib: 45 }],
    ...[{ elapsed: 45 }, { ttl: 60 }, { refresh_interval: 30 }, { expires_in: 3600 }],
    ...[{ build: 45 }, { revision: 45 }, { generation: 45 }, { etag: 45 }, { schema: 45 }],
    ...[{ v: 45 }, { year: 2027 }, { server: { port: 8443 } }, { uptime: 45 }],
    ...[{ organization: 45 }, { organization: { id: 45, members: 17 } }, { user: 45 }],
  ])("is whole beside an id, a time, a rate, an allowance or an owner: %j", (beside) => {
    expect(asListing({ items, ...beside })).toMatchObject({ whole: true });
  });

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

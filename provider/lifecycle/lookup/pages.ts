import type { Assumptions } from "../../../contract/assumptions.ts";
import type { Json } from "../../../contract/naming.ts";
import type { List, Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { ApiRequest } from "../../http/api.ts";
import { isRecord } from "../state/state.ts";

/** One page of a list: an answer with its headers, in lower case. */
export interface Page {
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, string>>;
type Ask = (query: Query) => Promise<Page>;

/**
 * Rule 3: reads a list to its end, by the forms that platforms use; the spec shows none. A next page
 * is asked for at the same route: only its query is taken from an answer.
 *
 * @param send Sends one request of the list.
 */
export function readList(
  assumptions: Pick<Assumptions, "lists.next">,
  send: (request: Pick<ApiRequest, "query" | "headed">) => Promise<Json>,
): Promise<List> {
  return wholeList(assumptions["lists.next"], async (query) => {
    let headers: Page["headers"] = {};
    const body = await send({
      query,
      headed: (head) => {
        headers = head.headers;
      },
    });
    return { body, headers };
  });
}

/** @param form A parameter and a path in the body, or "" for the usual forms. */
export async function wholeList(form: string, ask: Ask): Promise<List> {
  const first = await ask({});
  const reading = new Reading();
  if (!reading.add(first)) return { items: [], isWhole: false };
  let page = first;
  for (let pages = 1; ; pages += 1) {
    const next = nextOf(page, reading, form);
    if (next === "end") return reading.list(true);
    if (next === "unknown") return reading.list(false);
    if (next === "maybe") {
      // Only a list that says nothing of other pages is guessed at, and only from its beginning.
      return pages === 1 ? continuedByGuess(first, reading, ask) : reading.list(true);
    }
    // A list of more pages would use up the requests of a minute (spec 8).
    if (pages === mostPages) return reading.list(false);
    page = await ask(next);
    const isNew = reading.add(page);
    if (!isNew) return reading.list(false);
  }
}

const mostPages = 40;

/**
 * Asks for `page=2` where only a larger total, or the length of a usual page, says that there may be
 * more. Pages may count from zero, so such a list is whole only once `page=1` gave the first page again.
 */
async function continuedByGuess(first: Page, reading: Reading, ask: Ask): Promise<List> {
  const total = numberIn(factsOf(first), totals);
  const length = reading.items.length;
  for (let page = 2; page <= mostPages; page += 1) {
    const answer = await askUnlessRefused(ask, { page: String(page) });
    const before = reading.items.length;
    const isNew = answer !== undefined && reading.add(answer);
    const isLast = !isNew || reading.items.length - before < length;
    if (!isLast) continue;
    const isComplete = total === undefined || reading.items.length >= total;
    if (page === 2 && !isNew) return reading.list(isComplete);
    if (total !== undefined) return reading.list(isComplete);
    const again = await askUnlessRefused(ask, { page: "1" });
    return reading.list(again !== undefined && keysOf(again).join() === keysOf(first).join());
  }
  return reading.list(false);
}

/** Undefined where the platform knows no such page. */
async function askUnlessRefused(ask: Ask, query: Query): Promise<Page | undefined> {
  try {
    return await ask(query);
  } catch (error) {
    const isRefused = HostingError.isInstance(error) && [400, 404, 422].includes(error.status ?? 0);
    if (!isRefused) throw error;
    return undefined;
  }
}

/** The entries of the pages so far. */
class Reading {
  readonly #keys = new Set<string>();
  #items: readonly Props[] = [];
  #last: readonly Props[] = [];

  get items(): readonly Props[] {
    return this.#items;
  }

  /** The entries of the latest page. */
  get last(): readonly Props[] {
    return this.#last;
  }

  /** Adds what is new on a page; false where nothing is, or where it is no list. An empty first page is one. */
  add({ body }: Page): boolean {
    const found = listIn(body);
    if (found === undefined) return false;
    const isFirst = this.#items.length === 0 && this.#keys.size === 0;
    this.#last = found.filter(isRecord);
    const added = isFirst ? this.#last : this.#last.filter((item) => !this.#keys.has(keyOf(item)));
    for (const item of added) this.#keys.add(keyOf(item));
    this.#items = [...this.#items, ...added];
    return isFirst || added.length > 0;
  }

  list(isWhole: boolean): List {
    return { items: this.#items, isWhole };
  }
}

function keysOf({ body }: Page): readonly string[] {
  return (listIn(body) ?? []).filter(isRecord).map(keyOf);
}

function keyOf(item: Props): string {
  return JSON.stringify(item["id"] ?? item["name"] ?? item);
}

/** The list in an answer: as such, or the only one in its envelopes. */
function listIn(body: unknown, depth = 0): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isRecord(body) || depth > 2) return undefined;
  const lists = Object.entries(body).flatMap(([key, part]) => {
    const list = besides.test(key) ? undefined : listIn(part, depth + 1);
    return list === undefined ? [] : [list];
  });
  const filled = lists.filter((list) => list.some(isRecord));
  if (filled.length > 1) return undefined;
  return filled[0] ?? lists[0];
}

/** Lists of an answer that are about the answer. */
const besides = /^(errors?|warnings?|messages?|_?links)$/i;

/** What an answer says beside its list, by key in letters alone: `links.pages.next` is `next`. */
type Facts = ReadonlyMap<string, unknown>;

function factsOf({ body, headers }: Page): Facts {
  const facts = new Map<string, unknown>();
  addFacts(facts, "", body);
  const total = headers["x-total-count"] ?? headers["x-total"];
  if (total !== undefined && !facts.has("total")) facts.set("total", total);
  return facts;
}

function addFacts(facts: Map<string, unknown>, key: string, value: unknown): void {
  if (Array.isArray(value)) return;
  if (!isRecord(value)) {
    if (!facts.has(key)) facts.set(key, value);
    return;
  }
  // `next: { href }` is a next page.
  if ("href" in value && !facts.has(key)) facts.set(key, value["href"]);
  const parts = Object.entries(value);
  // What an object says itself comes before the objects in it.
  for (const [name, part] of parts.filter(([, it]) => !isRecord(it)))
    addFacts(facts, lettersOf(name), part);
  for (const [name, part] of parts.filter(([, it]) => isRecord(it)))
    addFacts(facts, lettersOf(name), part);
}

function lettersOf(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, "");
}

/** The query of the next page; "maybe" where only a guess is left, "unknown" where there is more and nothing tells how to get it. */
function nextOf(page: Page, reading: Reading, form: string): Query | "end" | "maybe" | "unknown" {
  if (form !== "") return nextByForm(page, form);
  const facts = factsOf(page);
  const link = nextLink(page.headers["link"] ?? "");
  if (link !== undefined) return queryOf(link);
  const address = valueIn(facts, addresses, isAddress);
  if (address !== undefined) return queryOf(address);
  const number = valueIn(facts, pageNumbers, isNumber);
  if (number !== undefined) return { page: String(number) };
  const more = valueIn(facts, moreFlags, isFlag);
  const cursor = more === false ? undefined : cursorIn(facts);
  if (cursor !== undefined) return cursor;
  const following = followingPage(facts) ?? followingOffset(facts, reading);
  if (following !== undefined) return following;
  if (more === true) return "unknown";
  return isAtEnd(facts, reading, more) ? "end" : "maybe";
}

/** The form of the assumption `lists.next`, like `cursor=meta.cursor_next`. */
function nextByForm({ body }: Page, form: string): Query | "end" | "unknown" {
  const [parameter = "", path = ""] = form.split("=");
  let value: unknown = body;
  for (const key of path.split(".")) value = isRecord(value) ? value[key] : undefined;
  if (value == null || value === "" || value === false) return "end";
  return isAddress(value) ? queryOf(value) : { [parameter]: String(value) };
}

/** False where only the length of the list, or a larger total, says that there may be more. */
function isAtEnd(facts: Facts, { items, last }: Reading, more: boolean | undefined): boolean {
  const total = numberIn(facts, totals);
  if (total !== undefined) return total <= items.length;
  const isSaid = more === false || [...addresses, ...pageNumbers].some((key) => facts.has(key));
  const pages = numberIn(facts, pageCounts);
  if (isSaid || pages !== undefined) return true;
  const size = numberIn(facts, pageSizes);
  return size === undefined ? !usualLengths.has(last.length) : last.length < size;
}

/** Lengths at which platforms cut lists into pages. */
const usualLengths: ReadonlySet<number> = new Set([10, 20, 25, 50, 100, 200, 250, 500, 1000]);

const addresses = [
  "next",
  "nextlink",
  "nexturl",
  "nexturi",
  "nextpageurl",
  "nextpage",
  "nextpagelink",
  "odatanextlink",
];
const pageNumbers = ["nextpage", "next"];
const pageCounts = ["pages", "totalpages", "lastpage", "pagecount", "pagestotal"];
const currentPages = ["page", "currentpage", "pagenumber"];
const pageSizes = ["limit", "perpage", "pagesize", "maxresults"];
const offsets = ["offset", "skip", "start"];
const totals = [
  "total",
  "totalcount",
  "totalentries",
  "totalelements",
  "totalitems",
  "totalresults",
  "recordstotal",
];
const moreFlags = ["hasmore", "more", "hasnextpage", "hasnext", "istruncated", "truncated"];

/** Cursors, each with the query parameter that goes with it. */
const cursors: Readonly<Record<string, string>> = {
  nextcursor: "cursor",
  cursornext: "cursor",
  cursor: "cursor",
  nextpagetoken: "page_token",
  nexttoken: "next_token",
  nextmarker: "marker",
  marker: "marker",
  endcursor: "after",
  after: "after",
  continue: "continue",
  // Vultr: `meta.links.next` is a cursor.
  next: "cursor",
};

function cursorIn(facts: Facts): Query | undefined {
  const key = Object.keys(cursors).find((name) => isText(facts.get(name)));
  if (key === undefined) return undefined;
  return { [cursors[key] ?? key]: String(facts.get(key)) };
}

function followingPage(facts: Facts): Query | undefined {
  const page = numberIn(facts, currentPages);
  const pages = numberIn(facts, pageCounts);
  if (page === undefined || pages === undefined || page >= pages) return undefined;
  return { page: String(page + 1) };
}

function followingOffset(facts: Facts, { items }: Reading): Query | undefined {
  const offset = offsets.find((name) => numberIn(facts, [name]) !== undefined);
  const total = numberIn(facts, totals);
  if (offset === undefined || total === undefined || items.length >= total) return undefined;
  const limit = numberIn(facts, ["limit"]);
  return {
    [offset]: String(items.length),
    ...(limit === undefined ? {} : { limit: String(limit) }),
  };
}

/** `<https://…?page=2>; rel="next"` (RFC 8288). */
function nextLink(header: string): string | undefined {
  return /<([^>]*)>[^<]*\brel\s*=\s*"?next\b/i.exec(header)?.[1];
}

function queryOf(address: string): Query | "unknown" {
  const parameters = URL.parse(address, "http://none.invalid")?.searchParams;
  return parameters?.size ? Object.fromEntries(parameters) : "unknown";
}

function isAddress(value: unknown): value is string {
  return typeof value === "string" && /^(?:https?:\/)?\/|^\?/.test(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value);
}

function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function numberIn(facts: Facts, names: readonly string[]): number | undefined {
  const value = valueIn(facts, names, (it): it is number | string => {
    return isNumber(it) || (typeof it === "string" && /^\d+$/.test(it));
  });
  return value === undefined ? undefined : Number(value);
}

function valueIn<T>(
  facts: Facts,
  names: readonly string[],
  fits: (value: unknown) => value is T,
): T | undefined {
  return names.map((name) => facts.get(name)).find(fits);
}

import type { Assumptions } from "../../../contract/assumptions.ts";
import { type Json, programName } from "../../../contract/naming.ts";
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
 * @param paging What this run knows of the list.
 */
export function readList(
  assumptions: Pick<Assumptions, "lists.next">,
  send: (request: Pick<ApiRequest, "query" | "headed">) => Promise<Json>,
  paging: Paging = { isUnpaged: false },
): Promise<List> {
  return wholeList(assumptions["lists.next"], paging, async (query) => {
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

/** A run's knowledge of the paging of a list. */
export interface Paging {
  /** True once the platform ignored `page=2`, or refused it: nothing is guessed any more. */
  isUnpaged: boolean;
}

/** @param form A parameter and a path in the body, or "" for the usual forms. */
async function wholeList(form: string, paging: Paging, ask: Ask): Promise<List> {
  const first = await ask({});
  const reading = new Reading();
  if (!reading.add(first)) return { items: [], isWhole: false };
  let next = nextOf(first, reading, form);
  // Only a list that says nothing of other pages is guessed at.
  if (next === "maybe" && !paging.isUnpaged)
    return continuedByGuess(first, reading, { paging, ask });
  // A list of more pages would use up the requests of a minute (spec 8).
  for (let pages = 1; typeof next === "object" && pages < mostPages; pages += 1) {
    const page = await askUnlessRefused(ask, next);
    const isNew = page !== undefined && reading.add(page);
    next = page === undefined ? "unknown" : nextOf(page, reading, form);
    // An empty page ends some lists (OpenStack, GitLab); the same entries again tell nothing.
    if (!isNew && (typeof next === "object" || reading.last.length > 0)) next = "unknown";
  }
  return reading.list(next === "end" || next === "maybe");
}

const mostPages = 40;

/**
 * Asks for `page=2` where only a larger total, or the length of a usual page, says that there may be
 * more. Pages may count from zero, so such a list is whole only once `page=1` gave the first page again.
 */
async function continuedByGuess(
  first: Page,
  reading: Reading,
  { paging, ask }: { paging: Paging; ask: Ask },
): Promise<List> {
  const total = totalIn(factsOf(first), reading);
  const length = reading.items.length;
  let page = 1;
  for (let isFull = true; isFull && page < mostPages; page += 1) {
    const answer = await askUnlessRefused(ask, { page: String(page + 1) });
    const before = reading.items.length;
    if (answer !== undefined) reading.add(answer);
    const isSame = answer !== undefined && keysOf(answer).join() === keysOf(first).join();
    paging.isUnpaged ||= answer === undefined || isSame;
    isFull = reading.items.length - before === length;
  }
  if (page === mostPages) return reading.list(false);
  if (total !== undefined) return reading.list(reading.items.length >= total);
  // Nothing came of the guess, so the first page was all.
  if (reading.items.length === length) return reading.list(true);
  const again = await askUnlessRefused(ask, { page: "1" });
  return reading.list(again !== undefined && keysOf(again).join() === keysOf(first).join());
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
  #pages = 0;
  #areObjects = true;
  /** True where the first page says that it is page 0. */
  isFromZero = false;

  get items(): readonly Props[] {
    return this.#items;
  }

  /** The entries of the latest page. */
  get last(): readonly Props[] {
    return this.#last;
  }

  /** Adds the new entries of a page; false where there is none, or it is no list. An empty first page is one. */
  add(page: Page): boolean {
    const found = listIn(page.body);
    if (found === undefined) return false;
    this.#pages += 1;
    if (this.#pages === 1) this.isFromZero = numberIn(factsOf(page), currentPages) === 0;
    this.#last = found.filter(isRecord);
    // Ids or paths alone do not show an object.
    this.#areObjects &&= this.#last.length === found.length;
    const isFirst = this.#pages === 1;
    const added = isFirst
      ? this.#last
      : this.#last.filter((item) => !this.#keys.has(entryKey(item)));
    for (const item of added) this.#keys.add(entryKey(item));
    this.#items = [...this.#items, ...added];
    return isFirst || added.length > 0;
  }

  list(isWhole: boolean): List {
    return { items: this.#items, isWhole: isWhole && this.#areObjects };
  }
}

function keysOf({ body }: Page): readonly string[] {
  return (listIn(body) ?? []).filter(isRecord).map(entryKey);
}

function entryKey(item: Props): string {
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
const besides = /^(errors?|warnings?|messages?)$|(^|_)links$/i;

/** The fields of an answer beside its list, by key in letters alone: `links.pages.next` is `next`. */
type PageFacts = ReadonlyMap<string, Fact>;

interface Fact {
  /** As the platform writes it. */
  readonly key: string;
  readonly value: unknown;
}

function factsOf({ body, headers }: Page): PageFacts {
  const facts = new Map<string, Fact>();
  addFacts(facts, "", body);
  for (const [name, value] of Object.entries(headers)) {
    // GitLab's `x-next-page`, Heroku's `next-range` and their like.
    if (/(^|-)next/.test(name)) facts.set("nextheader", { key: name, value });
    if (/^x-total(-count)?$/.test(name) && !facts.has("total"))
      facts.set("total", { key: name, value });
  }
  return facts;
}

function addFacts(facts: Map<string, Fact>, key: string, value: unknown): void {
  const letters = key.toLowerCase().replace(/[^a-z]/g, "");
  const set = (found: unknown) => facts.has(letters) || facts.set(letters, { key, value: found });
  if (Array.isArray(value)) {
    // OpenStack's `servers_links`: an entry of a list of links.
    const next = value.find((entry) => isRecord(entry) && entry["rel"] === "next");
    if (isRecord(next)) facts.set("next", { key, value: next["href"] });
    return;
  }
  if (!isRecord(value)) return void set(value);
  // `next: { href }` is a next page.
  if ("href" in value) set(value["href"]);
  // PageFacts of an object come before those of the objects in it.
  const parts = Object.entries(value).sort((left, right) => depthOf(left) - depthOf(right));
  for (const [name, part] of parts) addFacts(facts, name, part);
}

function depthOf([, value]: [string, unknown]): number {
  return isRecord(value) ? 1 : 0;
}

/** The query of the next page; "maybe" where only a guess is left, "unknown" where there is more and nothing tells how to get it. */
type Next = Query | "end" | "maybe" | "unknown";

function nextOf(page: Page, reading: Reading, form: string): Next {
  if (form !== "") return nextByForm(page, form);
  const facts = factsOf(page);
  const address = nextLink(page.headers["link"] ?? "") ?? valueIn(facts, addresses, isAddress);
  if (address !== undefined) return queryOf(address);
  const number = numberIn(facts, pageNumbers);
  // Vercel's `pagination.next` is a time.
  if (number !== undefined) return number < 1e6 ? { page: String(number) } : "unknown";
  const isMore = valueIn(facts, moreFlags, isFlag);
  const following =
    (isMore === false ? undefined : cursorIn(facts)) ??
    followingPage(facts, reading) ??
    followingOffset(facts, reading, isMore);
  if (following !== undefined) return following;
  const isLeft = [...facts].some(([key, { value }]) => /^next(page|header)/.test(key) && value);
  if (isMore === true || isLeft) return "unknown";
  return isAtEnd(facts, reading, isMore) ? "end" : "maybe";
}

/** The form of the assumption `lists.next`, like `from=paging.more`: the only one then. */
function nextByForm({ body }: Page, form: string): Next {
  const [parameter = "", path = ""] = form.split("=");
  let value: unknown = body;
  for (const key of path.split(".")) value = isRecord(value) ? value[key] : undefined;
  if (value == null || value === "" || value === false) return "end";
  return isAddress(value) ? queryOf(value) : { [parameter]: String(value) };
}

/** False where only the length of the list, or a larger total, says that there may be more. */
function isAtEnd(facts: PageFacts, reading: Reading, isMore: boolean | undefined): boolean {
  const total = totalIn(facts, reading);
  if (total !== undefined) return total <= reading.items.length;
  const isSaid = [...addresses, ...pageNumbers].some((key) => facts.has(key));
  if (isSaid || isMore === false || numberIn(facts, pageCounts) !== undefined) return true;
  const size = numberIn(facts, pageSizes);
  const { length } = reading.last;
  return size === undefined ? !usualLengths.has(length) : length < size;
}

/** A `count` is that of all only where it is larger than what was read. */
function totalIn(facts: PageFacts, { items }: Reading): number | undefined {
  const count = numberIn(facts, ["count"]) ?? 0;
  return numberIn(facts, totals) ?? (count > items.length ? count : undefined);
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
const pageNumbers = ["nextpage", "nextheader", "next"];
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

function cursorIn(facts: PageFacts): Query | undefined {
  const name = Object.keys(cursors).find((one) => isCursor(one, facts.get(one)?.value));
  const fact = name === undefined ? undefined : facts.get(name);
  if (name === undefined || fact === undefined) return undefined;
  const parameter = cursors[name] ?? name;
  // `nextPageToken` goes with `pageToken`, and `next_page_token` with `page_token`.
  const isCamel = /[a-z][A-Z]/.test(fact.key);
  return { [isCamel ? programName(parameter) : parameter]: String(fact.value) };
}

function followingPage(facts: PageFacts, { isFromZero }: Reading): Query | undefined {
  const page = numberIn(facts, currentPages);
  const pages = numberIn(facts, pageCounts);
  if (page === undefined || pages === undefined) return undefined;
  const isLast = page >= (isFromZero ? pages - 1 : pages);
  return isLast ? undefined : { page: String(page + 1) };
}

function followingOffset(
  facts: PageFacts,
  reading: Reading,
  isMore: boolean | undefined,
): Query | undefined {
  const offset = offsets.find((name) => numberIn(facts, [name]) !== undefined);
  const { length } = reading.items;
  const hasMore = isMore ?? (totalIn(facts, reading) ?? 0) > length;
  if (offset === undefined || !hasMore) return undefined;
  const limit = numberIn(facts, ["limit"]);
  return { [offset]: String(length), ...(limit === undefined ? {} : { limit: String(limit) }) };
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

function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** Twitter's `next_cursor` is a number, and 0 at the end. */
function isCursor(name: string, value: unknown): boolean {
  if (typeof value === "number") return name !== "next" && name.includes("next") && value > 0;
  return typeof value === "string" && value !== "";
}

function numberIn(facts: PageFacts, names: readonly string[]): number | undefined {
  const value = valueIn(facts, names, (it): it is number | string => /^\d+$/.test(String(it)));
  return value === undefined ? undefined : Number(value);
}

function valueIn<T>(
  facts: PageFacts,
  names: readonly string[],
  fits: (value: unknown) => value is T,
): T | undefined {
  return names.map((name) => facts.get(name)?.value).find(fits);
}

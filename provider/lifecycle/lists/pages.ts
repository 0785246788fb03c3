import type { Assumptions } from "../../../contract/assumptions.ts";
import { type Json, programName } from "../../../contract/naming.ts";
import type { List, Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { ApiRequest } from "../../http/api.ts";
import { isRecord } from "../record/state.ts";

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
 * @param isUnpaged True for a list of which this run has found that a second page is ignored or refused: none is guessed.
 */
export function readList(
  assumptions: Pick<Assumptions, "lists.next">,
  send: (request: Pick<ApiRequest, "query" | "headed">) => Promise<Json>,
  isUnpaged = false,
): Promise<ReadList> {
  return wholeList(assumptions["lists.next"], isUnpaged, async (query) => {
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

/** A list, and what reading it has shown of its pages. */
interface ReadList extends List {
  /** True where the platform ignored `page=2`, or refused it. */
  readonly isUnpaged: boolean;
}

/** @param form A parameter and a path in the body, or "" for the usual forms. */
async function wholeList(form: string, isUnpaged: boolean, ask: Ask): Promise<ReadList> {
  const reading = new Reading(ask);
  if ((await reading.add({})) === undefined) return { items: [], isWhole: false, isUnpaged };
  let next = nextOf(reading, form);
  // Only a list that says nothing of other pages is guessed at.
  if (next === "maybe") return continuedByGuess(reading, isUnpaged);
  while (typeof next === "object" && reading.pages < mostPages) {
    const added: number | undefined = await unlessRefused(reading.add(next));
    next = added === undefined ? "unknown" : nextOf(reading, form);
    // An empty page ends some lists (OpenStack, GitLab); the same entries again tell nothing.
    if (added === 0 && (typeof next === "object" || reading.last.length > 0)) next = "unknown";
  }
  return { ...reading.list(next === "end"), isUnpaged };
}

/** A list of more pages would use up the requests of a minute (spec 8). */
const mostPages = 40;

/**
 * Asks for `page=2` where only a larger total, or the length of a usual page, says that there may be
 * more. Pages may count from zero, so such a list is whole only once `page=1` brought nothing new.
 */
async function continuedByGuess(reading: Reading, wasUnpaged: boolean): Promise<ReadList> {
  const total = totalIn(factsOf(reading.page), reading);
  const { length } = reading.items;
  const addPage = (page: number) => unlessRefused(reading.add({ page: String(page) }));
  let added = wasUnpaged ? undefined : await addPage(2);
  const isUnpaged = added === undefined || (added === 0 && reading.last.length === length);
  while (added && added === length && reading.pages < mostPages)
    added = await addPage(reading.pages + 1);
  const result = (isWhole: boolean) => ({ ...reading.list(isWhole), isUnpaged });
  if (total !== undefined) return result(reading.items.length >= total);
  // Nothing came of the guess, so the first page was all.
  if (reading.items.length === length) return result(true);
  return result(reading.pages < mostPages && (await addPage(1)) === 0);
}

/** Undefined where the platform knows no such page. */
async function unlessRefused<T>(page: Promise<T>): Promise<T | undefined> {
  try {
    return await page;
  } catch (error) {
    const isRefused = HostingError.isInstance(error) && [400, 404, 422].includes(error.status ?? 0);
    if (!isRefused) throw error;
    return undefined;
  }
}

/** The pages so far, and their entries. */
class Reading {
  readonly #ask: Ask;
  readonly #keys = new Set<string>();
  #items: readonly Props[] = [];
  #last: readonly Props[] = [];
  #page: Page = { body: null, headers: {} };
  #pages = 0;
  #areObjects = true;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get items(): readonly Props[] {
    return this.#items;
  }

  /** The entries of the latest page. */
  get last(): readonly Props[] {
    return this.#last;
  }

  /** The latest page. */
  get page(): Page {
    return this.#page;
  }

  get pages(): number {
    return this.#pages;
  }

  /** Asks for a page, and adds its new entries: how many there are, undefined where it is no list. */
  async add(query: Query): Promise<number | undefined> {
    this.#page = await this.#ask(query);
    const found = listIn(this.#page.body);
    if (found === undefined) return undefined;
    this.#pages += 1;
    this.#last = found.filter(isRecord);
    // Ids or paths alone do not show an object.
    this.#areObjects &&= this.#last.length === found.length;
    // Within a page entries may share a name, like the forwards of a machine that show only hers.
    const added = this.#last.filter((item) => !this.#keys.has(entryKey(item)));
    for (const item of added) this.#keys.add(entryKey(item));
    this.#items = [...this.#items, ...added];
    return added.length;
  }

  list(isWhole: boolean): List {
    return { items: this.#items, isWhole: isWhole && this.#areObjects };
  }
}

function entryKey(item: Props): string {
  return JSON.stringify(item["id"] ?? item["name"] ?? item);
}

/** The list in an answer: as such, or the only one in its envelopes. A list deeper than that is of one object (gridscale). */
function listIn(body: unknown, envelopes = 0): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isRecord(body) || envelopes > 1) return undefined;
  const lists = Object.entries(body).flatMap(([key, part]) => {
    const list = besides.test(key) ? undefined : listIn(part, envelopes + 1);
    return list === undefined ? [] : [list];
  });
  const filled = lists.filter((list) => list.some(isRecord));
  return filled.length > 1 ? undefined : (filled[0] ?? lists[0]);
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
  // Facts of an object come before those of the objects in it.
  const parts = Object.entries(value).sort((left, right) => depthOf(left) - depthOf(right));
  // `next: { href }` is a next page.
  for (const [name, part] of parts) addFacts(facts, name === "href" ? key : name, part);
}

function depthOf([, value]: [string, unknown]): number {
  return isRecord(value) ? 1 : 0;
}

/** The query of the next page; "maybe" where only a guess is left, "unknown" where there is more and nothing tells how to get it. */
type Next = Query | "end" | "maybe" | "unknown";

function nextOf(reading: Reading, form: string): Next {
  const { page } = reading;
  if (form !== "") return nextByForm(page, form);
  const facts = factsOf(page);
  const address = nextLink(page.headers["link"] ?? "") ?? valueIn(facts, addresses, isAddress);
  if (address !== undefined) return queryOf(address);
  const number = numberIn(facts, pageNumbers);
  if (number !== undefined) return { page: String(number) };
  const isMore = valueIn(facts, moreFlags, isFlag);
  const following =
    (isMore === false ? undefined : cursorIn(facts)) ??
    followingPage(facts, reading) ??
    followingOffset(facts, reading, isMore);
  return following ?? endOf(facts, reading, isMore);
}

/** Where nothing shows how to go on: a guess is left where only a total, or the length of the list, says that there may be more. */
function endOf(facts: PageFacts, reading: Reading, isMore: boolean | undefined): Next {
  const { items, last, pages } = reading;
  const isLeft = [...facts].some(([key, { value }]) => /^next(page|header)/.test(key) && value);
  if (isMore === true || isLeft) return "unknown";
  const total = totalIn(facts, reading);
  if (total !== undefined && total > items.length) return "maybe";
  const isSaid = [...addresses, ...pageNumbers].some((key) => facts.has(key)) || isMore === false;
  const isCounted = total !== undefined || numberIn(facts, pageCounts) !== undefined;
  const isFull = usualLengths.has(last.length) || last.length === numberIn(facts, pageSizes);
  return pages === 1 && isFull && !isSaid && !isCounted ? "maybe" : "end";
}

/** The form of the assumption `lists.next`, like `from=paging.more`: the only one then. */
function nextByForm({ body }: Page, form: string): Next {
  const [parameter = "", path = ""] = form.split("=");
  let value: unknown = body;
  for (const key of path.split(".")) value = isRecord(value) ? value[key] : undefined;
  if (!value) return "end";
  return isAddress(value) ? queryOf(value) : { [parameter]: String(value) };
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
  for (const [name, parameter] of Object.entries(cursors)) {
    const fact = facts.get(name);
    if (fact === undefined || !isCursor(fact.value)) continue;
    // `nextPageToken` goes with `pageToken`, and `next_page_token` with `page_token`.
    const isCamel = /[a-z][A-Z]/.test(fact.key);
    return { [isCamel ? programName(parameter) : parameter]: String(fact.value) };
  }
  return undefined;
}

/** "unknown" where there are more pages than were read, and nothing says which is the latest. */
function followingPage(facts: PageFacts, { pages }: Reading): Query | "unknown" | undefined {
  if ((numberIn(facts, pageCounts) ?? 0) <= pages) return undefined;
  const page = numberIn(facts, currentPages);
  return page === undefined ? "unknown" : { page: String(page + 1) };
}

function followingOffset(
  facts: PageFacts,
  reading: Reading,
  isMore: boolean | undefined,
): Query | undefined {
  const offset = offsets.find((name) => numberIn(facts, [name]) !== undefined);
  const { length } = reading.items;
  const hasMore = isMore ?? (totalIn(facts, reading) ?? 0) > length;
  return offset !== undefined && hasMore ? { [offset]: String(length) } : undefined;
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
function isCursor(value: unknown): boolean {
  return ["string", "number"].includes(typeof value) && Boolean(value);
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

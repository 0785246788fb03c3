/** Something said beside a list, in a body or a header: its keys from the outermost that the list is not in. */
interface Fact {
  readonly path: readonly string[];
  readonly value: unknown;
}

interface List {
  readonly length: number;
  /** Words of the keys that it is under. They name what is listed, or say that it is a page. */
  readonly names: readonly string[];
}

/**
 * "more": there is more. "cursor": this leads on, if there is more. "unclear": there may be more,
 * though nothing leads there. "all": there is no more.
 */
type Reading = "more" | "cursor" | "unclear" | "all" | undefined;

/** A fact about pages, perhaps. */
interface Said extends List {
  readonly value: string | number | boolean | null;
  /** True for a number that is no text. */
  readonly isNumber: boolean;
  readonly key: readonly string[];
  /** Words of the objects that it is in. */
  readonly around: readonly string[];
  /** What the innermost of these means: it holds for what has no meaning of its own. */
  readonly above: Meaning | undefined;
  /** True where one of these, or one that the list is in as well, is a page. */
  readonly isInPage: boolean;
  /** Addresses of the first page, and numbers by which it goes. */
  readonly firsts: ReadonlySet<unknown>;
}

type Meaning = ReturnType<typeof meaning>;

/** @param isSure False for words that mean anything beside words that are not known: `last_seen`. */
function meaning(text: string, read: (said: Said) => Reading, isSure = true) {
  return { words: words(text), read, isSure };
}

const set = (ifSet: Reading, ifNot?: Reading) => (said: Said) => (said.value ? ifSet : ifNot);
const leadsOn = set("cursor", "all");
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Set: there is more. Not set: these are all. */
const next = meaning("next more truncated continue continuation remaining", set("more", "all"));
/** Set: it leads on, or says where this page ends, on the last one as well (Facebook). Not set: these are all. */
const cursor = meaning("cursor cursors marker bookmark token after scroll evaluated", leadsOn);
/** True: these are all. False: there is more. A number or an address: the last page. */
const end = meaning("last end eof final exhausted", endReading, false);
/** More than these: there is more. As many: these are all. */
const total = meaning("total totals", (said) => countReading(said, "all"));
const page = meaning("page pages", pageReading);

/** The words of page facts, for bodies and headers alike; a key has the first meaning that fits. */
const meanings: readonly Meaning[] = [
  next,
  // Not set, that is no word about pages (GitHub's `incomplete_results`).
  meaning("partial incomplete exceeded omitted errors failures unreachable", set("more")),
  cursor,
  end,
  // True, what is done may be something else.
  meaning("complete completed done finished", set(undefined, "more")),
  meaning("limit per", limitReading),
  meaning("offset skip", ({ value }) => (Number(value) > 0 ? "more" : undefined), false),
  page,
  total,
  // As many as these may be the count of this page alone.
  meaning(
    "count counts found hits matches matched num nb of range result results item items records entries elements objects rows",
    (said) => countReading(said, undefined),
  ),
  meaning("size length", sizeReading, false),
];

/** Words that change nothing about what the others say. */
const fillers = words(
  "x is has have are the in odata hydra list data value link links url uri href path id key number no index current search starting response meta paging pagination pager available record entry element object row content",
);
/** What stands under one of these is about something else, or repeats the request. */
const topics = words(
  "rate ratelimit request trace took throttle retry quota quotas limits plan balance capacity usage refresh expires sql db cache csrf xsrf learn read docs help filter filters query params variables sort requests calls credits",
);
/** A key that ends in one of these is about that: the time of a next page is no page. A `length` alone is the list's. */
const units = words(
  "info information time at date year age ms millis seconds ts timestamp elapsed interval uptime ttl reset version v revision generation etag schema build port kb mb gb tb kib mib gib tib code status duration cost price bytes length maintenance step steps run release renewal invoice billing payment backup",
);
/** An object that is one of these, or a number under its name alone, tells whose the list is. */
const owners = words("organization org user account project tenant customer team workspace owner");
/** A token with one of these is a secret. */
const secrets = words("auth authorization access refresh session api user device bearer security");
/** Other ways than on, and what is said of an address besides where it leads. */
const elsewhere = words("prev previous before first self start rel method type title templated");

const known = new Set([...meanings.flatMap((it) => [...it.words]), ...fillers, ...units]);
const parts = [...known, ...topics, ...elsewhere].sort((a, b) => b.length - a.length).join("|");
const compound = new RegExp(`^(?:${parts}){2,5}$`);
const compounds = new RegExp(parts, "g");

/** The words of a key or a header's name: `X-TotalPages`, `total_pages` and `totalpages` say the same. */
export function wordsOf(key: string): readonly string[] {
  const apart = key.replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$2 ");
  return (apart.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => {
    const isCompound = word.length < 40 && !known.has(word) && compound.test(word);
    return isCompound ? (word.match(compounds) ?? []) : [word];
  });
}

export function readingsOf(facts: readonly Fact[], list: List): ReadonlySet<Reading> {
  const firsts = new Set<unknown>();
  const said = facts.flatMap((fact) => saidBy(fact, list, firsts));
  for (const first of said.flatMap(firstPages)) firsts.add(first);
  return new Set(said.map((it) => surely(readingOf(it), it)));
}

function saidBy({ path, value }: Fact, list: List, firsts: Said["firsts"]): Said[] {
  const [key = [], ...outer] = path.toReversed().map(wordsOf);
  const around = outer.flat();
  const isOther = (word: string) => topics.has(word) && !list.names.includes(word);
  const isUnit = units.has(key.at(-1) ?? "") && key.join() !== "length";
  const isOwner = [...around, ...(key.length === 1 ? key : [])].some((word) => owners.has(word));
  if (isUnit || isOwner || [...key, ...around].some(isOther)) return [];
  if (key.includes("token") && key.some((word) => secrets.has(word))) return [];
  const above = outer.map(handedDown).find(Boolean);
  const isInPage = [...around, ...list.names].some((word) => page.words.has(word));
  const isNumber = typeof value === "number";
  return [{ ...list, value: plain(value), isNumber, key, around, above, isInPage, firsts }];
}

/** Headers and some bodies have numbers and flags as texts. */
function plain(value: unknown): Said["value"] {
  const text = String(value ?? "").trim();
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return Number(text);
  return /^(null|nil|none)?$/i.test(text) ? null : text;
}

const meaningOf = (key: readonly string[]) =>
  meanings.find((it) => key.some((word) => it.words.has(word)));

/** `next: { href }` is a next page; what is in a page, or in a time of the next one, is anything. */
function handedDown(key: readonly string[]): Meaning | undefined {
  const its = meaningOf(key);
  if (its === undefined || units.has(key.at(-1) ?? "")) return undefined;
  if (its === end) return key.every((word) => known.has(word)) ? its : undefined;
  return [next, cursor, total].includes(its) ? its : undefined;
}

function firstPages(said: Said): readonly unknown[] {
  const { key, around, value } = said;
  if (isPageNumber(said)) return value === 0 ? [0] : [];
  const isFirst = [...key, ...around].some((word) => /^(first|self)$/.test(word));
  return isFirst ? [value, pageIn(String(value))] : [];
}

function readingOf(said: Said): Reading {
  const { key, around, value } = said;
  const leadsBack = (within: readonly string[]) => within.some((word) => elsewhere.has(word));
  if (leadsBack(around) || (leadsBack(key) && !key.includes("after"))) return undefined;
  const range = typeof value === "string" ? rangeReading(said, value) : undefined;
  const its = meaningOf(key) ?? (isPageNumber(said) ? page : said.above);
  return range ?? (its === undefined ? otherReading(said) : its.read(said));
}

/** A number in a body that is larger than what is shown may count them, unless it is an id or a time; a text may say it. */
function otherReading({ isNumber, key, value, length }: Said): Reading {
  const isPart = /\b(?:truncated|omitted|incomplete|partial)\b/i.test(String(value));
  const isCount = isNumber && Number.isInteger(value) && key.at(-1) !== "id" && Number(value) < 1e7;
  return isPart || (isCount && Number(value) > length) ? "unclear" : undefined;
}

/** Words that are not known make a doubt of what is said, or another thing of an everyday word. */
function surely(reading: Reading, { key, names }: Said): Reading {
  const isPure = key.every((word) => known.has(word) || names.includes(word));
  if (isPure || reading === undefined || reading === "unclear") return reading;
  if (reading === "all" || key.includes("after")) return undefined;
  return meaningOf(key)?.isSure === false ? undefined : "cursor";
}

function limitReading({ value, length }: Said): Reading {
  return typeof value === "number" && value <= length ? "unclear" : undefined;
}

function sizeReading(said: Said): Reading {
  if (said.isInPage) return limitReading(said);
  return Number(said.value) > said.length ? "unclear" : undefined;
}

function endReading({ value, firsts }: Said): Reading {
  if (typeof value === "boolean") return value ? "all" : "more";
  if (value === null || firsts.has(value)) return undefined;
  const page = typeof value === "number" ? value : pageIn(value);
  if (page === undefined) return "cursor";
  if (page > (firsts.has(0) ? 0 : 1)) return "more";
  return typeof value === "number" ? "all" : undefined;
}

function pageReading(said: Said): Reading {
  const { key, value } = said;
  if (isCountOfPages(said)) return pagesReading(value);
  // So many may be on one of them: pagy's `Page-Items`.
  if (key.some((word) => /^(size|items|results|entries)$/.test(word))) return limitReading(said);
  return typeof value === "number" && value > 1 ? "more" : undefined;
}

/** @param same what it means when as many are counted as are shown */
function countReading(said: Said, same: Reading, value = said.value): Reading {
  const { key, length, isInPage } = said;
  if (typeof value !== "number") return undefined;
  if (isCountOfPages(said)) return pagesReading(value);
  if (value > length) return "more";
  // A page's `total` or `count` may be one of pages; so is any that is less than what is shown.
  const mayBePages = key.length === 1 && isInPage;
  if (value === length) return mayBePages && value > 1 ? "unclear" : same;
  return value > 1 && (mayBePages || same === "all") ? "cursor" : undefined;
}

const pagesReading = (count: Said["value"]) =>
  Number(count) > 1 ? "more" : count === 1 ? "all" : undefined;

function isCountOfPages({ key, around }: Said): boolean {
  if (key.includes("pages")) return !key.includes("current");
  const counts = key.some((word) => /^(totals?|count|num|of)$/.test(word));
  return counts && (key.includes("page") || around.includes("pages"));
}

function isPageNumber({ key, around, isInPage }: Said): boolean {
  if (key.includes("page")) return meaningOf(key) === page && !key.includes("size");
  const isPlace = key.some((word) => /^(number|index|current|no)$/.test(word));
  return isPlace && (isInPage || around.some((word) => /^pag(ing|ination|er)$/.test(word)));
}

const rangePattern = /^\D{0,30}?([\d*][\d\s–-]{0,40})(?:\/|of)\s?(\d{1,15}|\*)\D{0,30}$/;

/** Of `items 0-16/45`, `1/3`, `17 of 45`: how many there are may be `*`. */
function rangeReading(said: Said, text: string): Reading {
  const [, shown = "", all = "*"] = rangePattern.exec(text) ?? [];
  if (all === "*") return said.key.join() === "content,range" ? "unclear" : undefined;
  if (isCountOfPages(said) || isPageNumber(said)) return pagesReading(Number(all));
  const isOfEntries = /\D/.test(shown.trim()) || Number(shown) === said.length;
  return isOfEntries ? countReading(said, "all", Number(all)) : undefined;
}

/** The number of the page that an address leads to. */
function pageIn(address: string): number | undefined {
  const [, found] = /(?<!per[_-]?)page(?:.{0,3}number.{0,3}=|\D{1,4})(\d+)/i.exec(address) ?? [];
  return found === undefined ? undefined : Number(found);
}

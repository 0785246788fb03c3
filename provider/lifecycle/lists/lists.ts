import type { Json } from "../../../contract/naming.ts";
import { type Clock, type Limit, within } from "../../clock.ts";
import type { Listing, Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { ApiRequest } from "../../http/api.ts";
import type { RunMemory } from "../memory/run-memory.ts";
import { isRecord } from "../state/state.ts";
import { readingsOf, wordsOf } from "./page-facts.ts";

/**
 * Lists shared by everything in the process that wants the same one. A reader gets a list that was
 * asked for no earlier than it says. At most one is under way per key: who comes too late for it
 * waits for the next one, which is one for all of them.
 */
export class ListCache {
  readonly #clock: Clock;
  readonly #memory: RunMemory;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock, memory: RunMemory) {
    this.#clock = clock;
    this.#memory = memory;
  }

  /** The list under `key`, loaded unless there is one that is new enough. */
  async get(key: string, want: Want, load: () => Promise<Listing>): Promise<Snapshot> {
    const entry = this.#entry(key);
    for (;;) {
      const { latest, inFlight } = entry;
      if (latest !== undefined && latest.startedAt >= want.notBefore) return latest;
      if (inFlight === undefined) return this.#load(entry, want.deadline, load);
      if (await this.#serves(inFlight, want)) return inFlight.loaded;
    }
  }

  /** Waits for the list under way, and says whether it is one for this reader. */
  async #serves(inFlight: InFlight, want: Want): Promise<boolean> {
    const isNew = inFlight.startedAt >= want.notBefore;
    const loaded = inFlight.loaded.then(
      () => isNew,
      (error: unknown) => {
        if (isNew && !ranOutOfTime(error, inFlight, want)) throw error;
        return false;
      },
    );
    return within(this.#clock, want, loaded);
  }

  #load(entry: Entry, deadline: number, load: () => Promise<Listing>): Promise<Snapshot> {
    const startedAt = this.#memory.stamp();
    const loaded = this.#store(entry, startedAt, load);
    entry.inFlight = { startedAt, deadline, loaded };
    return loaded;
  }

  async #store(entry: Entry, startedAt: number, load: () => Promise<Listing>): Promise<Snapshot> {
    try {
      const listing = await load();
      const snapshot = { ...listing, startedAt, completedAt: this.#clock.now() };
      entry.latest = entry.latest === undefined ? snapshot : after(entry.latest, snapshot);
      return entry.latest;
    } finally {
      entry.inFlight = undefined;
    }
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key) ?? {};
    this.#entries.set(key, known);
    return known;
  }
}

/** A list as it was at one time; times are the clock's milliseconds. */
export interface Snapshot extends Listing {
  readonly startedAt: number;
  readonly completedAt: number;
  /** The one that was loaded before it: two of them can prove an absence together. */
  readonly before?: Snapshot;
}

/** What a reader asks of a list: when it may have been asked for at the earliest, and until when it waits. */
export interface Want extends Limit {
  readonly notBefore: number;
}

interface InFlight {
  readonly startedAt: number;
  readonly deadline: number;
  readonly loaded: Promise<Snapshot>;
}

interface Entry {
  latest?: Snapshot;
  inFlight?: InFlight | undefined;
}

/** Two are enough, so the older one forgets what was before it. */
function after({ before: _older, ...before }: Snapshot, snapshot: Snapshot): Snapshot {
  return { ...snapshot, before };
}

/** Who has more time than the one that asked is not bound by its deadline. */
function ranOutOfTime(error: unknown, inFlight: InFlight, want: Want): boolean {
  const timed = HostingError.isInstance(error) && ["unsent", "rateLimit"].includes(error.code);
  return timed && inFlight.deadline < want.deadline;
}

/** What an answer has besides its body. */
type Head = Parameters<NonNullable<ApiRequest["headed"]>>[0];

/** Asks for a list; `ask` hands on what came with the answer besides its body. */
export async function listingOf(
  ask: (headed: (head: Head) => void) => Promise<Json>,
): Promise<Listing> {
  let given: Head | undefined;
  const answer = await ask((head) => {
    given = head;
  });
  return asListing(answer, given);
}

/**
 * Reads a list as such or in envelopes; the spec shows neither, nor how a long list is cut (spec 4,
 * note 1), so whatever hints at more makes it a part. Where the answer says that these are all, a cursor
 * is only where they end, and their number means nothing.
 */
export function asListing(answer: Json, head: Head = { status: 200, headers: {} }): Listing {
  const envelope = openEnvelope(answer);
  if (envelope === undefined) return { items: [], complete: false, whole: false };
  const { items, length, names } = envelope;
  const facts = [...envelope.facts, ...headFacts(head)];
  const readings = readingsOf(facts, { length, names });
  const isAll = readings.has("all");
  const leadsOn = readings.has("cursor") || head.status === 206;
  const complete = !readings.has("more") && (isAll || !leadsOn);
  const mayBePart = !isAll && (readings.has("unclear") || pageSizes.has(length));
  return { items, complete, whole: complete && items.length === length && !mayBePart };
}

/** Lengths at which platforms cut lists into pages; how this one does it, if so, is not shown. */
const pageSizes: ReadonlySet<number> = new Set([
  10, 15, 20, 24, 25, 30, 32, 40, 50, 60, 64, 75, 80, 100, 120, 128, 150, 200, 250, 256, 300, 400,
  500, 512, 1000, 1024,
]);

type Fact = Parameters<typeof readingsOf>[0][number];

interface Envelope {
  /** The entries that are objects; what others stand for is not known. */
  readonly items: readonly Props[];
  readonly length: number;
  readonly names: readonly string[];
  readonly facts: readonly Fact[];
}

/** A list in an answer, and the keys that lead to it. */
interface Found {
  readonly path: readonly string[];
  readonly entries: readonly unknown[];
}

/** The one list in an answer and everything else that it says; undefined where there is none, or several. */
function openEnvelope(answer: Json): Envelope | undefined {
  const { lists, facts } = contentOf(answer);
  // Lists of errors or warnings beside it are empty where all is well.
  const filled = lists.filter(({ entries }) => entries.length > 0);
  // Beside objects, texts are regions or warnings, unless they are where lists are.
  const main = filled.filter(
    ({ path, entries }) => entries.some(isRecord) || usual.test(path.at(-1) ?? ""),
  );
  const candidates = main.length > 0 ? main : filled;
  const [list = lists[0]] = candidates;
  if (list === undefined || candidates.length > 1) return undefined;
  const beside = filled.filter((it) => it !== list);
  const said = beside.flatMap(({ path, entries }) => entries.map((value) => ({ path, value })));
  return {
    items: list.entries.filter(isRecord),
    length: list.entries.length,
    names: list.path.flatMap(wordsOf),
    facts: [...facts, ...said].map((fact) => apartFrom(list.path, fact)),
  };
}

const usual = /^(data|items|results?|entries|records|list|content|value|values|objects|rows)$/i;

interface Content {
  readonly lists: readonly Found[];
  readonly facts: readonly Fact[];
}

/** Lists and facts of a value; links to other pages in a list of their own are facts as well. */
function contentOf(value: unknown, path: readonly string[] = []): Content {
  if (Array.isArray(value)) {
    if (value.length === 0 || !value.every(isLink))
      return { lists: [{ path, entries: value }], facts: [] };
    return { lists: [], facts: value.map((link) => linkFact(link, path)) };
  }
  if (!isRecord(value)) return { lists: [], facts: [{ path, value }] };
  const contents = Object.entries(value).map(([key, part]) => contentOf(part, [...path, key]));
  return {
    lists: contents.flatMap(({ lists }) => lists),
    facts: contents.flatMap(({ facts }) => facts),
  };
}

function linkFact({ rel, label, href, url }: Props, path: readonly string[]): Fact {
  return { path: [...path, String(rel ?? label)], value: href ?? url };
}

/** `{ rel: "next", href }`, or Laravel's `{ label: "Next", url }`: what has an id or a name is an object. */
function isLink(entry: unknown): entry is Props {
  if (!isRecord(entry) || "id" in entry || "name" in entry) return false;
  return ("rel" in entry || "label" in entry) && ("href" in entry || "url" in entry);
}

/** Objects that the list is in as well say what it is, not what the fact is about. */
function apartFrom(list: readonly string[], { path, value }: Fact): Fact {
  const shared = path.findIndex((key, at) => at === path.length - 1 || key !== list[at]);
  return { path: path.slice(Math.max(shared, 0)), value };
}

/** The facts in headers: each by its name, but those of `Link`, and of JSON in one (ASP.NET). */
function headFacts({ headers }: Head): readonly Fact[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (name === "link") return linkFacts(value);
    // No page takes that much to tell; deeper objects would overflow the stack.
    const isJson = value.startsWith("{") && value.length < 4000;
    return contentOf(isJson ? parsed(value) : value, [name]).facts;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What comes in a `Link` header (RFC 8288). Sentry always has a next one, with or without results. */
function linkFacts(header: string): readonly Fact[] {
  return header.split(/,\s*(?=<)/).flatMap((link) => {
    const [, address = "", attributes = link] = /^\s*<([^>]*)>(.*)$/s.exec(link) ?? [];
    const rel = /\brel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/i.exec(attributes);
    const names = (rel?.[1] ?? rel?.[2] ?? rel?.[3] ?? "").split(/\s+/);
    const value = /\bresults\s*=\s*"?false/i.test(attributes) ? null : address;
    return names.map((name) => ({ path: [name], value }));
  });
}

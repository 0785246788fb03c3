import type { Json } from "../../../contract/naming.ts";
import { type Clock, type Limit, within } from "../../clock.ts";
import type { Listing, Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { ApiRequest } from "../../http/api.ts";
import type { RunMemory } from "../memory/run-memory.ts";
import { isRecord } from "../state/state.ts";

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
 * note 1), so whatever hints at more makes it a part.
 */
export function asListing(answer: Json, head: Head = { status: 200, headers: {} }): Listing {
  const envelope = openEnvelope(answer);
  if (envelope === undefined) return { items: [], complete: false, whole: false };
  const { items, facts, isReadable } = envelope;
  const { length } = items;
  const hints = [...facts.map((fact) => hintOf(fact, length)), ...headHints(head, length)];
  const complete = !hints.includes("more");
  const mayBePage = pageSizes.has(length) && !hints.includes("end");
  return {
    items,
    complete,
    whole: complete && isReadable && !hints.includes("unclear") && !mayBePage,
  };
}

/** Lengths at which platforms cut lists into pages; how this one does it, if so, is not shown. */
const pageSizes: ReadonlySet<number> = new Set([
  10, 15, 20, 24, 25, 30, 32, 40, 50, 60, 64, 75, 80, 100, 120, 128, 150, 200, 250, 256, 300, 400,
  500, 512, 1000, 1024,
]);

/** What stands beside a list in its envelope, at any depth. */
interface Fact {
  /** Its key and those around it, innermost first. */
  readonly keys: readonly string[];
  readonly value: unknown;
}

interface Envelope {
  readonly items: readonly Props[];
  readonly facts: readonly Fact[];
  /** False when it has entries that are no objects: what they stand for is not known. */
  readonly isReadable: boolean;
}

/** The one list in an answer and everything else that it says; undefined where there is none, or several. */
function openEnvelope(answer: Json): Envelope | undefined {
  const lists: (readonly unknown[])[] = [];
  const facts: Fact[] = [];
  const collect = (value: unknown, keys: readonly string[]): void => {
    if (Array.isArray(value)) lists.push(value);
    else if (!isRecord(value)) facts.push({ keys, value });
    else for (const [key, part] of Object.entries(value)) collect(part, [key, ...keys]);
  };
  collect(answer, []);
  // Lists of errors or warnings beside it are empty where all is well.
  const filled = lists.filter(({ length }) => length > 0);
  const [list = lists[0]] = filled;
  if (list === undefined || filled.length > 1) return undefined;
  return { items: list.filter(isRecord), facts, isReadable: list.every(isRecord) };
}

/** "more": there is another page. "end": there is none. "unclear": it may mean that there is one. */
type Hint = "more" | "end" | "unclear" | undefined;

function hintOf({ keys, value }: Fact, length: number): Hint {
  const [key = ""] = keys;
  if (leadsOn(keys)) return isSet(value) ? "more" : "end";
  if (typeof value === "boolean" && /^(is)?_?last/i.test(key)) return value ? "end" : "more";
  const text = String(value);
  if (isNumber.test(text)) return numberHint(keys, Number(text), length);
  return /last/i.test(keys.join()) && pageIn(text) > 1 ? "more" : undefined;
}

/** True for what leads to another page: where that is an object, by what it is called. */
function leadsOn([key = "", ...around]: readonly string[]): boolean {
  if (moreWords.test(key)) return true;
  return !aboutWords.test(key) && around.some((name) => /next|cursor|continu|marker/i.test(name));
}

const moreWords =
  /next|cursor|more|continu|marker|token|truncated|partial|remaining|^(page|search|start(ing)?)?_?after$/i;
/** What is said of an address besides where it leads, and addresses of other pages. */
const aboutWords = /^(self|first|last|prev\w*|before|current|rel|method|type|title|templated)$/i;

const isNumber = /^\d{1,15}(\.\d+)?$/;

function numberHint([inner = "", around]: Fact["keys"], value: number, length: number): Hint {
  const key = /^(size|number)$/i.test(inner) ? `${around}_${inner}` : inner;
  if (/code|status|version|time|took|duration|(^|_)id$/i.test(key) || key.endsWith("Id")) {
    return undefined;
  }
  if (/per_?page|page_?size|limit/i.test(key)) return value > length ? undefined : "unclear";
  if (/page/i.test(key)) return value > 1 ? "more" : undefined;
  if (/total|count/i.test(key)) return countHint(key, value, length);
  return value > length ? "unclear" : undefined;
}

/** A count may be that of the page alone; a total is not. */
function countHint(key: string, value: number, length: number): Hint {
  if (value > length) return "more";
  return /total/i.test(key) && value === length ? "end" : undefined;
}

/** The number of the page that an address leads to. */
function pageIn(address: string): number {
  return Number(/(?<!per[_-]?)page(?:.{0,3}number.{0,3}=|\D{1,4})(\d+)/i.exec(address)?.[1] ?? 0);
}

function isSet(value: unknown): boolean {
  return Boolean(value) && value !== "0" && value !== "false";
}

/** Headers count like facts where platforms have them for lists. */
function headHints({ status, headers }: Head, length: number): readonly Hint[] {
  const hints = Object.entries(headers).map(([name, value]) => {
    if (name === "link") return /rel="?(next|last)/i.test(value) ? "more" : undefined;
    if (name === "content-range") return rangeHint(value, length);
    return listHeaders.test(name)
      ? hintOf({ keys: [name.replaceAll("-", "_")], value }, length)
      : undefined;
  });
  return status === 206 ? ["more", ...hints] : hints;
}

const listHeaders = /^x-(pagination-)?(total|next|page|pages|per-page|has-more|cursor)(-|$)/;

/** Of `items 0-16/45`: how many there are may be `*`. */
function rangeHint(range: string, length: number): Hint {
  const [, total] = /\d+-\d+\/(\d+|\*)$/.exec(range.trim()) ?? [];
  if (total === undefined || total === "*") return "unclear";
  return countHint("total", Number(total), length);
}

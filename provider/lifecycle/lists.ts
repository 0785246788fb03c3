import type { Clock } from "../clock.ts";
import type { Json } from "../contract/naming.ts";
import type { Listing, Props } from "../define.ts";
import { isRecord } from "./state.ts";

interface Snapshot {
  readonly startedAt: number;
  readonly listing: Promise<Listing>;
}

/**
 * Lists shared by everything in the process that wants the same one: a reader gets a list that was
 * asked for no earlier than it says, and readers that come while one is under way share the next.
 */
export class SharedLists {
  readonly #clock: Clock;
  readonly #latest = new Map<string, Snapshot>();
  #lastWrite = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** From when on a list shows everything this process wrote. */
  get validSince(): number {
    return this.#lastWrite;
  }

  /** Notes a write: a list that was asked for in the same millisecond may not show it. */
  noteWrite(): void {
    this.#lastWrite = this.#clock.now() + 1;
  }

  /** The list under `key`, asked for at or after `notBefore` (the clock's milliseconds). */
  async get(key: string, notBefore: number, load: () => Promise<Json>): Promise<Listing> {
    const known = this.#latest.get(key);
    if (known !== undefined && known.startedAt >= notBefore) return known.listing;
    const listing = load().then(asListing);
    this.#latest.set(key, { startedAt: this.#clock.now(), listing });
    listing.catch(() => this.#latest.delete(key));
    return listing;
  }
}

const pagingHints = ["next", "next_page", "cursor", "next_cursor", "has_more"];

/** Reads a list as such or in an envelope; the spec shows neither (spec 4, note 1). */
export function asListing(answer: Json): Listing {
  if (Array.isArray(answer)) return { items: records(answer), complete: true };
  if (!isRecord(answer)) return { items: [], complete: false };
  const lists = Object.values(answer).filter((value) => Array.isArray(value));
  const items = lists.length === 1 ? records(lists[0] ?? []) : [];
  const paged = pagingHints.some((hint) => Boolean(answer[hint]));
  const total = answer["total"];
  const short = typeof total === "number" && total > items.length;
  return { items, complete: lists.length === 1 && !paged && !short };
}

function records(values: readonly unknown[]): readonly Props[] {
  return values.filter(isRecord);
}

import type { Json } from "../../../contract/naming.ts";
import { type Limit, within } from "../../cancellation.ts";
import type { Clock } from "../../clock.ts";
import type { Listing } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import { asListing } from "./listing.ts";

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

interface Flight {
  readonly startedAt: number;
  readonly deadline: number;
  readonly landed: Promise<Snapshot>;
}

interface Shelf {
  latest?: Snapshot;
  flight?: Flight | undefined;
}

/** Less than the clock can tell apart, and more than numbers of this size lose. */
const tickMilliseconds = 0.001;

/**
 * Lists shared by everything in the process that wants the same one. A reader gets a list that was
 * asked for no earlier than it says. At most one is under way per key: who comes too late for it
 * waits for the next one, which is one for all of them.
 */
export class SharedLists {
  readonly #clock: Clock;
  readonly #shelves = new Map<string, Shelf>();
  #lastStamp = Number.NEGATIVE_INFINITY;
  #lastWrite = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** From when on a list shows everything this process wrote. */
  get validSince(): number {
    return this.#lastWrite;
  }

  /** Notes the end of a write: lists that were asked for before it may not show it. */
  noteWrite(): void {
    this.#lastWrite = this.#stamp();
  }

  /** The list under `key`, loaded unless there is one that is new enough. */
  async get(key: string, want: Want, load: () => Promise<Json>): Promise<Snapshot> {
    const shelf = this.#shelf(key);
    for (;;) {
      const { latest, flight } = shelf;
      if (latest !== undefined && latest.startedAt >= want.notBefore) return latest;
      if (flight === undefined) return this.#load(shelf, want.deadline, load);
      if (await this.#serves(flight, want)) return flight.landed;
    }
  }

  /** Waits for the list under way, and says whether it is one for this reader. */
  async #serves(flight: Flight, want: Want): Promise<boolean> {
    const isNew = flight.startedAt >= want.notBefore;
    const landed = flight.landed.then(
      () => isNew,
      (error: unknown) => {
        if (isNew && !ranOutOfTime(error, flight, want)) throw error;
        return false;
      },
    );
    return within(this.#clock, want, landed);
  }

  #load(shelf: Shelf, deadline: number, load: () => Promise<Json>): Promise<Snapshot> {
    const startedAt = this.#stamp();
    const landed = this.#land(shelf, startedAt, load);
    shelf.flight = { startedAt, deadline, landed };
    return landed;
  }

  async #land(shelf: Shelf, startedAt: number, load: () => Promise<Json>): Promise<Snapshot> {
    try {
      const listing = asListing(await load());
      const snapshot = { ...listing, startedAt, completedAt: this.#clock.now() };
      shelf.latest = shelf.latest === undefined ? snapshot : after(shelf.latest, snapshot);
      return shelf.latest;
    } finally {
      shelf.flight = undefined;
    }
  }

  #shelf(key: string): Shelf {
    const known = this.#shelves.get(key) ?? {};
    this.#shelves.set(key, known);
    return known;
  }

  /** The time, and always a later one than before: within a millisecond order decides. */
  #stamp(): number {
    this.#lastStamp = Math.max(this.#clock.now(), this.#lastStamp + tickMilliseconds);
    return this.#lastStamp;
  }
}

/** Two are enough, so the older one forgets what was before it. */
function after({ before: _older, ...before }: Snapshot, snapshot: Snapshot): Snapshot {
  return { ...snapshot, before };
}

/** Who has more time than the one that asked is not bound by its deadline. */
function ranOutOfTime(error: unknown, flight: Flight, want: Want): boolean {
  const timed = HostingError.isInstance(error) && ["unsent", "rateLimit"].includes(error.code);
  return timed && flight.deadline < want.deadline;
}

import { type Clock, type Limit, within } from "../../clock.ts";
import type { List } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";

/**
 * Lists shared by everything in the process that wants the same one. A reader gets a list that was
 * asked for no earlier than it says. At most one is under way per key: who comes too late for it
 * waits for the next one, which is one for all of them.
 */
export class ListCache {
  readonly #clock: Clock;
  readonly #stamps: Stamps;
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock, stamps: Stamps) {
    this.#clock = clock;
    this.#stamps = stamps;
  }

  /** The list under `key`, loaded unless there is one that is new enough. */
  async get(key: string, want: Want, load: () => Promise<List>): Promise<Snapshot> {
    const entry = this.#entry(key);
    for (;;) {
      const { latest, inFlight } = entry;
      if (latest !== undefined && latest.startedAt >= want.notBefore) return latest;
      if (inFlight === undefined) return this.#load(entry, want.deadline, load);
      const ended = inFlight.loaded.catch((error: unknown) => {
        if (concerns(error, inFlight, want)) throw error;
      });
      await within(this.#clock, want, ended);
    }
  }

  #load(entry: Entry, deadline: number, load: () => Promise<List>): Promise<Snapshot> {
    const startedAt = this.#stamps.stamp();
    const loaded = this.#store(entry, startedAt, load);
    entry.inFlight = { startedAt, deadline, loaded };
    return loaded;
  }

  async #store(entry: Entry, startedAt: number, load: () => Promise<List>): Promise<Snapshot> {
    try {
      const list = await load();
      entry.latest = { ...list, startedAt, completedAt: this.#clock.now() };
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

/** Times that order what the requests of a run showed and changed. */
interface Stamps {
  stamp(): number;
}

/** A list as it was at one time; times are the clock's milliseconds. */
export interface Snapshot extends List {
  readonly startedAt: number;
  readonly completedAt: number;
}

/** The needs of a reader: the earliest time of the request, and until when it waits. */
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

/** False if the waiter needs a newer list, or has a later deadline than the reader that ran out of time. */
function concerns(error: unknown, inFlight: InFlight, want: Want): boolean {
  const isOfTime = HostingError.isInstance(error) && ["unsent", "rateLimit"].includes(error.code);
  const hasMore = isOfTime && inFlight.deadline < want.deadline;
  return inFlight.startedAt >= want.notBefore && !hasMore;
}

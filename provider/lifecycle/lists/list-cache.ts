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

  #load(entry: Entry, deadline: number, load: () => Promise<List>): Promise<Snapshot> {
    const startedAt = this.#stamps.stamp();
    const loaded = this.#store(entry, startedAt, load);
    entry.inFlight = { startedAt, deadline, loaded };
    return loaded;
  }

  async #store(entry: Entry, startedAt: number, load: () => Promise<List>): Promise<Snapshot> {
    try {
      const list = await load();
      const snapshot = { ...list, startedAt, completedAt: this.#clock.now() };
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

/** Times that order what the requests of a run showed and changed. */
interface Stamps {
  stamp(): number;
}

/** A list as it was at one time; times are the clock's milliseconds. */
export interface Snapshot extends List {
  readonly startedAt: number;
  readonly completedAt: number;
  /** The one that was loaded before it: two of them can prove an absence together. */
  readonly before?: Snapshot;
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

/** Two are enough, so the older one forgets what was before it. */
function after({ before: _older, ...before }: Snapshot, snapshot: Snapshot): Snapshot {
  return { ...snapshot, before };
}

/** Who has more time than the one that asked is not bound by its deadline. */
function ranOutOfTime(error: unknown, inFlight: InFlight, want: Want): boolean {
  const timed = HostingError.isInstance(error) && ["unsent", "rateLimit"].includes(error.code);
  return timed && inFlight.deadline < want.deadline;
}

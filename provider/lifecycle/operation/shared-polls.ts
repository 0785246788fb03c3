import type { Kind } from "../../../contract/endpoints.ts";
import { type Clock, calledOff, type Limit } from "../../clock.ts";
import type { Progress } from "./progress.ts";
import type { OperationName } from "./timeouts.ts";

/** Milliseconds between the looks of one wait; the last one repeats. */
const intervals = [2_000, 3_000, 5_000, 8_000, 10_000] as const;

/** Milliseconds before the look that follows so many others. */
export function intervalAfter(looks: number): number {
  return intervals[Math.min(looks, intervals.length - 1)] ?? 10_000;
}

/** Looks of one group are at least so far apart: 60 requests a minute serve other calls as well (spec 8). */
const shortestGapMilliseconds = 2_000;

/**
 * How long waits of this run took, by kind and operation: where they are known to take half a minute, a
 * few looks around that time are enough. Fifty containers, eight at a time, need fewer than 25 looks so.
 */
export class WaitTimes {
  readonly #known = new Map<string, Ended>();

  /** Milliseconds after which a wait is likely to be over; undefined where nothing is known. */
  usual(kind: Kind, operation: OperationName): number | undefined {
    const known = this.#known.get(`${kind} ${operation}`);
    return known && Math.round((known.missedAt + known.seenAt) / 2);
  }

  learn(kind: Kind, operation: OperationName, ended: Ended): void {
    const key = `${kind} ${operation}`;
    const { missedAt = 0, seenAt = ended.seenAt } = this.#known.get(key) ?? {};
    const soonest = Math.min(seenAt, ended.seenAt);
    const misses = [missedAt, ended.missedAt].filter((at) => at < soonest);
    this.#known.set(key, { missedAt: Math.max(0, ...misses), seenAt: soonest });
  }
}

/** A wait that is over; milliseconds since it began. */
interface Ended {
  /** The last look that found the object not ready; 0 where there was none. */
  readonly missedAt: number;
  readonly seenAt: number;
}

/**
 * Lets everybody who waits for objects of one list look at the same time, when the first of them
 * is due: one list serves all.
 */
export class SharedPolls {
  readonly #clock: Clock;
  readonly #progress: Progress;
  readonly #groups = new Map<string, Group>();

  constructor(clock: Clock, progress: Progress) {
    this.#clock = clock;
    this.#progress = progress;
  }

  /**
   * Resolves when it is time to look, with that time (the clock's milliseconds); rejects when the
   * operation's time is over before.
   */
  next(name: string, poll: Poll): Promise<number> {
    const group = this.#groups.get(name) ?? new Group(this.#clock, this.#progress);
    this.#groups.set(name, group);
    return group.next(poll);
  }
}

class Group {
  readonly #clock: Clock;
  readonly #progress: Progress;
  #waiters: readonly Waiter[] = [];
  #lastPollAt = Number.NEGATIVE_INFINITY;
  #timer = new AbortController();

  constructor(clock: Clock, progress: Progress) {
    this.#clock = clock;
    this.#progress = progress;
  }

  next(poll: Poll): Promise<number> {
    const now = this.#clock.now();
    // Before the time is over there is always one last look.
    const last = Math.max(now, poll.deadline - shortestGapMilliseconds);
    const dueAt = Math.min(now + poll.interval, last);
    return new Promise((look, refuse) => {
      this.#waiters = [...this.#waiters, { ...poll, dueAt, look, refuse }];
      this.#wakeLater();
    });
  }

  #wakeLater(): void {
    this.#timer.abort(calledOff);
    if (this.#waiters.length === 0) return;
    const timer = new AbortController();
    this.#timer = timer;
    const deadlines = this.#waiters.map(({ deadline }) => deadline);
    const at = Math.min(this.#dueAt(), this.#progress.nextAt, ...deadlines);
    this.#clock.sleep(Math.max(0, at - this.#clock.now()), timer.signal).then(
      () => timer.signal.aborted || this.#advance(),
      () => undefined,
    );
  }

  #advance(): void {
    const now = this.#clock.now();
    const late = this.#waiters.filter(({ deadline }) => deadline <= now);
    this.#waiters = this.#waiters.filter(({ deadline }) => deadline > now);
    for (const waiter of late) waiter.refuse(waiter.late());
    this.#progress.tell(now);
    if (this.#waiters.length > 0 && now >= this.#dueAt()) this.#poll(now);
    this.#wakeLater();
  }

  #poll(now: number): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    this.#lastPollAt = now;
    for (const waiter of waiters) waiter.look(now);
  }

  #dueAt(): number {
    const first = Math.min(...this.#waiters.map(({ dueAt }) => dueAt));
    return Math.max(first, this.#lastPollAt + shortestGapMilliseconds);
  }
}

/** The wish of somebody who waits for an object to look again. */
interface Poll extends Limit {
  /** Milliseconds after which it would look if it were alone. */
  readonly interval: number;
}

interface Waiter extends Poll {
  /** When it would look; the clock's milliseconds. */
  readonly dueAt: number;
  readonly look: (now: number) => void;
  readonly refuse: (error: Error) => void;
}

import { type Clock, calledOff, type Limit } from "../../clock.ts";
import type { Progress } from "./progress.ts";

/**
 * Lets everybody who waits for objects of one list look at the same time, when the first of them
 * wants to: one list serves all.
 */
export class SharedPolls {
  readonly #clock: Clock;
  readonly #progress: Progress;
  readonly #random: () => number;
  readonly #groups = new Map<string, Group>();

  /** `random` gives 0 to 1. */
  constructor(clock: Clock, progress: Progress, random: () => number) {
    this.#clock = clock;
    this.#progress = progress;
    this.#random = random;
  }

  /**
   * Resolves when it is time to look, with that time (the clock's milliseconds); rejects when the
   * operation's time is over before.
   */
  next(group: string, poll: Poll): Promise<number> {
    const known = this.#groups.get(group) ?? new Group(this.#clock, this.#progress, this.#random);
    this.#groups.set(group, known);
    return known.next(poll);
  }
}

class Group {
  readonly #clock: Clock;
  readonly #progress: Progress;
  readonly #random: () => number;
  #waiters: readonly Waiter[] = [];
  /** Times of the latest polls, oldest first. */
  #polls: readonly number[] = [];
  #stretch: number;
  #timer = new AbortController();

  constructor(clock: Clock, progress: Progress, random: () => number) {
    this.#clock = clock;
    this.#progress = progress;
    this.#random = random;
    this.#stretch = this.#newStretch();
  }

  next(poll: Poll): Promise<number> {
    const now = this.#clock.now();
    // Before the time is over there is always one last look.
    const last = Math.max(now, poll.deadline - shortestGapMilliseconds);
    const wishAt = Math.min(now + Math.round(poll.interval * this.#stretch), last);
    return new Promise((look, refuse) => {
      this.#waiters = [...this.#waiters, { ...poll, wishAt, look, refuse }];
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
    if (now >= this.#dueAt()) this.#poll(now);
    this.#wakeLater();
  }

  #poll(now: number): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    this.#polls = [...this.#polls, now].slice(-pollsPerMinute);
    this.#stretch = this.#newStretch();
    for (const waiter of waiters) waiter.look(now);
  }

  #dueAt(): number {
    const wishes = this.#waiters.map(({ wishAt }) => wishAt);
    const [oldest = 0] = this.#polls.length === pollsPerMinute ? this.#polls : [];
    const latest = this.#polls.at(-1) ?? 0;
    const free = Math.max(latest + shortestGapMilliseconds, oldest + minuteMilliseconds);
    return Math.max(Math.min(...wishes), free);
  }

  #newStretch(): number {
    return 1 - jitter + 2 * jitter * this.#random();
  }
}

/** The wish of somebody who waits for an object to look again. */
export interface Poll extends Limit {
  /** Milliseconds after which it would look if it were alone. */
  readonly interval: number;
}

interface Waiter extends Poll {
  /** When it would look; the clock's milliseconds. */
  readonly wishAt: number;
  readonly look: (now: number) => void;
  readonly refuse: (error: Error) => void;
}

const shortestGapMilliseconds = 1_000;
const minuteMilliseconds = 60_000;
const pollsPerMinute = 20;
/** Intervals differ by up to 10 % either way, so that processes that start together drift apart. */
const jitter = 0.1;

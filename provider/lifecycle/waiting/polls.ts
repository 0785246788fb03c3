import type { Kind } from "../../../contract/endpoints.ts";
import { kinds } from "../../../contract/kinds/_all.ts";
import { type Clock, calledOff, type Limit } from "../../clock.ts";
import type { OperationName } from "../state/timeouts.ts";
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

/**
 * How long to wait before the next poll. Where earlier waits have shown when the first of them is
 * over, the first poll is then, or before as long as that time is not known well; where only a usual
 * time is known, at 40 % of it. Later ones follow every 15 % of the time so far. Where nothing is
 * known, half of the time so far passes between polls, so that few of them find a time of any size. A
 * wait keeps its pace when others are done: they would spend the requests that the last ones need.
 */
export class PollInterval {
  readonly #ended = new Map<string, readonly Ended[]>();

  /** Remembers how long a process took. */
  learn(wait: Wait, ended: Ended): void {
    const known = this.#ended.get(keyOf(wait)) ?? [];
    this.#ended.set(keyOf(wait), [...known, ended].slice(-remembered));
  }

  /** How many milliseconds pass before each poll of a wait that begins now. */
  begin(wait: Wait): (elapsed: number) => number {
    const { first, share } = this.#pace(wait);
    // A poll that others asked for may be long before its first one.
    return (elapsed) =>
      Math.max(
        shortestMilliseconds,
        elapsed < first ? first - elapsed : Math.min(share * elapsed, longestMilliseconds),
      );
  }

  #pace(wait: Wait): Pace {
    const ended = this.#ended.get(keyOf(wait));
    if (ended !== undefined) return { first: soonest(ended), share: laterShare };
    const usual = usualMilliseconds(wait.kind);
    if (usual !== undefined) return { first: firstShare * usual, share: laterShare };
    return { first: blindMilliseconds, share: blindShare };
  }
}

interface Pace {
  /** Milliseconds before the first poll. */
  readonly first: number;
  /** How much of the time so far passes before each later one. */
  readonly share: number;
}

/** A wait that is over: in between, what was waited for came. Milliseconds since the wait began. */
interface Ended {
  /** The last look that found it not ready yet; 0 when there was none. */
  readonly missedAt: number;
  /** The look that found it ready. */
  readonly seenAt: number;
}

/** What is waited for: objects of a kind, in an operation; starting and stopping take their own times. */
interface Wait {
  readonly kind: Kind;
  readonly operation: OperationName;
}

const firstShare = 0.4;
const laterShare = 0.15;
/** Then 50 creates at once need no second minute of the limit, up to 37 s (docs/decisions/0013). */
const blindMilliseconds = 2_200;
const blindShare = 0.5;
/** A time that is known to a tenth is known well. */
const wellKnownShare = 0.1;
const shortestMilliseconds = 1_000;
const longestMilliseconds = 8_000;
/** A few waits are enough, and the latest ones tell most. */
const remembered = 50;

function usualMilliseconds(kind: Kind): number | undefined {
  const { usualSeconds } = kinds[kind];
  return usualSeconds === null ? undefined : usualSeconds * 1000;
}

/** When the first of them was seen, or halfway back to the last miss before that where it may be much sooner. */
function soonest(ended: readonly Ended[]): number {
  const seenAt = Math.min(...ended.map((wait) => wait.seenAt));
  const misses = ended.map(({ missedAt }) => missedAt).filter((at) => at < seenAt);
  const between = seenAt - Math.max(0, ...misses);
  return between > Math.max(shortestMilliseconds, wellKnownShare * seenAt)
    ? seenAt - between / 2
    : seenAt;
}

function keyOf({ kind, operation }: Wait): string {
  return `${kind} ${operation}`;
}

import type { Clock } from "../clock.ts";
import { HostingError } from "../errors.ts";
import { pauseMs } from "./retry-after.ts";
import { TransportFailure, type WireResponse } from "./transport.ts";

/**
 * Who goes first when requests wait: `resolve` finds out what became of a write or deletes, `write`
 * creates and updates, `wait` asks whether something is done, `read` refreshes.
 */
export type Priority = "resolve" | "write" | "wait" | "read";

/** The request that waits: how errors name it, who goes first and when it is too late. */
export interface Slot {
  readonly label: string;
  readonly priority: Priority;
  /** In the clock's milliseconds. */
  readonly deadline: number;
}

interface Waiter extends Slot {
  readonly ticket: number;
  readonly grant: () => void;
  readonly refuse: (error: HostingError) => void;
}

/** How long a permit is held after its request ended, and how many requests run at once. */
const laneBounds = {
  /** spec 8: the limit counts requests per minute. */
  windowMs: 60_000,
  /** A request whose answer was lost may still arrive late and count then. */
  lateMs: 150_000,
  inFlight: 8,
} as const;

/**
 * A first-in first-out queue for the requests of one budget. A permit is held from just before the
 * send until a minute after the answer, so that no rolling minute sees more requests than permits,
 * whatever the latencies. A 429 stops the queue and paces a lane that was not paced.
 */
export class Lane {
  readonly #clock: Clock;
  readonly #permits: number;
  #paced: boolean;
  #inFlight = 0;
  #tickets = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Times at which held permits come back. */
  #returns: number[] = [];
  #queue: Waiter[] = [];
  #wake = new AbortController();

  constructor(clock: Clock, permits: number, paced: boolean) {
    this.#clock = clock;
    this.#permits = permits;
    this.#paced = paced;
  }

  /** Runs `attempt` in turn, and again after a 429 while the deadline allows it. */
  async send(slot: Slot, attempt: () => Promise<WireResponse>): Promise<WireResponse> {
    // A refused request keeps its ticket: it goes back to the front.
    const ticket = this.#tickets++;
    for (;;) {
      await this.#enter(slot, ticket);
      const answer = await this.#hold(attempt);
      if (answer.status !== 429) return answer;
    }
  }

  #enter(slot: Slot, ticket: number): Promise<void> {
    return new Promise((grant, refuse) => {
      const later = this.#queue.findIndex((waiter) => waiter.ticket > ticket);
      const position = later === -1 ? this.#queue.length : later;
      this.#queue.splice(position, 0, { ...slot, ticket, grant, refuse });
      this.#advance();
    });
  }

  async #hold(attempt: () => Promise<WireResponse>): Promise<WireResponse> {
    let heldMs: number = laneBounds.lateMs;
    try {
      const answer = await attempt();
      heldMs = laneBounds.windowMs;
      if (answer.status === 429) this.#pause(answer);
      return answer;
    } catch (error) {
      if (error instanceof TransportFailure && error.phase === "unsent") heldMs = 0;
      throw error;
    } finally {
      this.#inFlight -= 1;
      this.#returns.push(this.#clock.now() + heldMs);
      this.#advance();
    }
  }

  #pause({ headers }: WireResponse): void {
    const now = this.#clock.now();
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMs(headers["retry-after"], now));
    this.#paced = true;
  }

  #advance(): void {
    const now = this.#clock.now();
    this.#returns = this.#returns.filter((time) => time > now);
    this.#refuseLate(now);
    while (this.#mayStart(now)) {
      this.#inFlight += 1;
      this.#queue.shift()?.grant();
    }
    this.#wakeLater(now);
  }

  #mayStart(now: number): boolean {
    const held = this.#inFlight + this.#returns.length;
    const open = now >= this.#pausedUntil && this.#inFlight < laneBounds.inFlight;
    return this.#queue.length > 0 && open && (!this.#paced || held < this.#permits);
  }

  #refuseLate(now: number): void {
    const permits = this.#permitTimes(now);
    const kept: Waiter[] = [];
    for (const waiter of this.#queue) {
      const start = this.#earliestStart(kept.length, permits);
      if (start < waiter.deadline) kept.push(waiter);
      else waiter.refuse(tooLate(waiter, start - now));
    }
    this.#queue = kept;
  }

  /** When each permit is free, soonest first; those in flight a minute from now at the earliest. */
  #permitTimes(now: number): readonly number[] {
    if (!this.#paced) return [now];
    const inFlight = new Array<number>(this.#inFlight).fill(now + laneBounds.windowMs);
    const held = [...this.#returns, ...inFlight].sort((a, b) => a - b);
    const free = new Array<number>(Math.max(0, this.#permits - held.length)).fill(now);
    return [...free, ...held].slice(-this.#permits);
  }

  #earliestStart(position: number, permits: readonly number[]): number {
    const round = this.#paced ? Math.floor(position / permits.length) : 0;
    const first = permits[position % permits.length] ?? 0;
    return Math.max(first, this.#pausedUntil) + round * laneBounds.windowMs;
  }

  /** Sleeps until the queue may move by itself: a permit, the end of a pause or a deadline. */
  #wakeLater(now: number): void {
    this.#wake.abort();
    if (this.#queue.length === 0) return;
    const deadlines = this.#queue.map(({ deadline }) => deadline);
    const times = [...this.#returns, this.#pausedUntil, ...deadlines].filter((time) => time > now);
    this.#wake = new AbortController();
    this.#clock.sleep(Math.min(...times) - now, this.#wake.signal).then(
      () => this.#advance(),
      () => undefined,
    );
  }
}

function tooLate({ label }: Slot, waitMs: number): HostingError {
  if (waitMs <= 0) {
    return new HostingError(
      "unsent",
      `${label} was not sent: the operation's time was over before its turn came. Nothing was changed by it; raise the resource's \`timeouts\` and try again.`,
    );
  }
  return new HostingError(
    "rateLimit",
    `${label} was not carried out: the platform's request limit allows it in ${Math.ceil(waitMs / 1000)} s at the earliest (spec 8), and the operation's time is over before. Other programs may share this key; lower \`--parallel\`, raise \`timeouts\` or use a key per stack.`,
  );
}

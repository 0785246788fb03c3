/** How a request ended: `lost` got no answer and may still arrive, `unsent` never left. */
export type Ending = "answered" | "lost" | "unsent";

/** How long permits stay out, in milliseconds. */
export interface HoldTimes {
  /** After an answer: the window the platform counts in. */
  readonly windowMs: number;
  /** After a lost answer: the request may arrive late and count then. */
  readonly lateMs: number;
}

/** spec 8: the limit counts requests per minute. */
export const holdTimes: HoldTimes = { windowMs: 60_000, lateMs: 150_000 };

/** The right to send one request. */
export interface Permit {
  /** Says how the request ended; until then the permit is out. */
  end(how: Ending): void;
  /** Gives it back before its time, because the platform did not count the request. */
  giveBack(): void;
}

/**
 * Who holds permits, and until when. A permit is out from just before the send until a window after
 * the answer, so that no rolling window sees more arrivals than permits, whatever the latencies.
 */
export interface Ledger {
  /** A permit for a request that is over at `deadline`; undefined while `limit` or more are out. */
  take(limit: number, deadline: number): Permit | undefined;
  /** When fewer than `limit` are out at the earliest; a time in the past when they are now. */
  freeAt(limit: number): number;
  /** When each permit that this process has out comes back, soonest first. */
  returns(): readonly number[];
  /** How many are out, those of other processes included. */
  held(): number;
}

/** More permits than any limit has are not worth remembering: only the newest can hold one back. */
const remembered = 60;

interface Held {
  readonly until: number;
}

/** The ledger of one process. */
export class OwnLedger implements Ledger {
  readonly #now: () => number;
  readonly #times: HoldTimes;
  #inFlight = 0;
  /** Permits of requests that ended, soonest return first. */
  readonly #returning: Held[] = [];

  constructor(now: () => number, times: HoldTimes = holdTimes) {
    this.#now = now;
    this.#times = times;
  }

  take(limit: number): Permit | undefined {
    if (this.held() >= limit) return undefined;
    this.#inFlight += 1;
    let held: Held | undefined;
    return {
      end: (how) => {
        this.#inFlight -= 1;
        if (how !== "unsent") held = this.#hold(how);
      },
      giveBack: () => {
        const index = held === undefined ? -1 : this.#returning.indexOf(held);
        if (index !== -1) this.#returning.splice(index, 1);
      },
    };
  }

  freeAt(limit: number): number {
    const surplus = this.held() - limit;
    return surplus < 0 ? Number.NEGATIVE_INFINITY : (this.returns()[surplus] ?? Infinity);
  }

  returns(): readonly number[] {
    this.#expire();
    const atEarliest = this.#now() + this.#times.windowMs;
    const inFlight = new Array<number>(this.#inFlight).fill(atEarliest);
    return [...this.#returning.map(({ until }) => until), ...inFlight].sort((a, b) => a - b);
  }

  held(): number {
    this.#expire();
    return this.#inFlight + this.#returning.length;
  }

  #hold(how: Exclude<Ending, "unsent">): Held {
    const { windowMs, lateMs } = this.#times;
    const held = { until: this.#now() + (how === "answered" ? windowMs : lateMs) };
    const before = this.#returning.findLastIndex(({ until }) => until <= held.until);
    this.#returning.splice(before + 1, 0, held);
    if (this.#returning.length > remembered) this.#returning.shift();
    return held;
  }

  #expire(): void {
    const now = this.#now();
    while ((this.#returning[0]?.until ?? Infinity) <= now) this.#returning.shift();
  }
}

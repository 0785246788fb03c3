/**
 * Permits to send, as many as the platform allows per minute. A permit is out from just before the
 * send until a window after the answer, so no rolling window sees more arrivals than permits,
 * whatever the latencies.
 */
export interface PermitPool {
  /** A permit for a request that is over at `deadline`; undefined while `limit` or more are out. */
  take(limit: number, deadline: number): Permit | undefined;
  /** When fewer than `limit` are out at the earliest; a time in the past when they are now. */
  freeAt(limit: number): number;
  /** When each permit that this process has out comes back at the earliest, soonest first. */
  returns(): readonly number[];
}

/** The right to send one request. */
export interface Permit {
  /** Says how the request ended; until then the permit is out. What is said later holds instead. */
  end(how: Ending): void;
}

/**
 * How a request ended: `lost` got no answer and may still arrive, `uncounted` never left or was not
 * counted by the platform, so its permit is free again.
 */
export type Ending = "answered" | "lost" | "uncounted";

/** How long permits stay out after a request, in milliseconds. */
export type HoldTimes = Readonly<Record<Exclude<Ending, "uncounted">, number>>;

/** spec 8: the limit counts requests per minute. A request whose answer was lost may arrive late. */
export const holdMs: HoldTimes = { answered: 60_000, lost: 150_000 };

/** The permits of this process. */
export class LocalPermits implements PermitPool {
  readonly #now: () => number;
  readonly #holdMs: HoldTimes;
  #inFlight = 0;
  /** When the permits of requests that ended come back, soonest first. */
  readonly #returning: number[] = [];

  constructor(now: () => number, times: HoldTimes = holdMs) {
    this.#now = now;
    this.#holdMs = times;
  }

  take(limit: number): Permit | undefined {
    if (this.freeAt(limit) > this.#now()) return undefined;
    this.#inFlight += 1;
    let until: number | undefined;
    return {
      end: (how) => {
        if (until === undefined) this.#inFlight -= 1;
        else this.#drop(until);
        until = how === "uncounted" ? 0 : this.#now() + this.#holdMs[how];
        if (how !== "uncounted") this.#hold(until);
      },
    };
  }

  freeAt(limit: number): number {
    const returns = this.returns();
    if (returns.length < limit) return Number.NEGATIVE_INFINITY;
    return returns[returns.length - limit] ?? Infinity;
  }

  returns(): readonly number[] {
    const now = this.#now();
    while ((this.#returning[0] ?? Infinity) <= now) this.#returning.shift();
    const inFlight = new Array<number>(this.#inFlight).fill(now + this.#holdMs.answered);
    return [...this.#returning, ...inFlight].sort((a, b) => a - b);
  }

  #drop(until: number): void {
    const index = this.#returning.indexOf(until);
    if (index !== -1) this.#returning.splice(index, 1);
  }

  #hold(until: number): void {
    const before = this.#returning.findLastIndex((time) => time <= until);
    this.#returning.splice(before + 1, 0, until);
    if (this.#returning.length > remembered) this.#returning.shift();
  }
}

/** More permits than any limit has are not worth remembering: only the newest can hold one back. */
const remembered = 60;

/**
 * Permits to send, as many as the platform allows per minute. A permit is out from just before the send
 * until a minute after the answer, so no rolling minute sees more arrivals than permits, whatever the latency.
 */
export interface Permits {
  /** A permit; or, while `limit` or more are out, when the next one comes back at the earliest. */
  take(limit: number): Permit | number;
}

/** The right to send one request. */
export interface Permit {
  /** Says how the request ended; until then the permit is out. */
  end(how: Ending): void;
}

/** How a request ended: `lost` got no answer and may still arrive, `unsent` never left. */
export type Ending = "answered" | "lost" | "unsent";

/** Milliseconds for which a permit stays out (spec 8: per minute). A lost request may arrive 90 s later. */
export const outMs: Readonly<Record<Ending, number>> = {
  answered: 60_000,
  lost: 150_000,
  unsent: 0,
};

/** The permits of this process. */
export class LocalPermits implements Permits {
  readonly #now: () => number;
  #out: { until: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  take(limit: number): Permit | number {
    const now = this.#now();
    this.#out = this.#out.filter(({ until }) => until > now).sort((a, b) => b.until - a.until);
    const last = this.#out[limit - 1];
    if (last !== undefined) return Math.min(last.until, now + outMs.answered);
    const taken = { until: Number.POSITIVE_INFINITY };
    this.#out.push(taken);
    return {
      end: (how) => {
        taken.until = this.#now() + outMs[how];
      },
    };
  }
}

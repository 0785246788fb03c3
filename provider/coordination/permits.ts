/**
 * Permits to send, as many as the platform allows per minute. A permit is out from just before the send
 * until a minute after the answer, so no rolling minute sees more arrivals than permits, whatever the latency.
 */
export interface Permits {
  /**
   * As many permits as are wanted, or as are left while `limit` or more are out.
   *
   * @throws HostingError when nothing can be sent at all: nobody knows what others send.
   */
  take(limit: number, wanted: number): Promise<Taken>;
  /** The platform refused a request for its rate: whoever shares the permits takes none for so long. */
  pause(milliseconds: number): void;
}

/** The permits that there are. */
export interface Taken {
  readonly permits: readonly Permit[];
  /** When the next one comes back at the earliest, if there are fewer than wanted. */
  readonly nextAt: number;
  /** Why nobody knows whether there are any, until then. */
  readonly trouble?: string;
}

/** Takes permits one after the other; `one` says when the next one comes back while there is none. */
export function takeEach(wanted: number, one: () => Permit | number): Taken {
  const permits: Permit[] = [];
  while (permits.length < wanted) {
    const permit = one();
    if (typeof permit === "number") return { permits, nextAt: permit };
    permits.push(permit);
  }
  return { permits, nextAt: Number.NEGATIVE_INFINITY };
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

  async take(limit: number, wanted: number): Promise<Taken> {
    return takeEach(wanted, () => this.takeOne(limit));
  }

  /** A permit; or, while `limit` or more are out, when the next one comes back at the earliest. */
  takeOne(limit: number): Permit | number {
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

  /** The limiter of this process pauses by itself. */
  pause(): void {}
}

import type { RateNotice } from "./rate-headers.ts";

/** What the platform's headers said last; they may lower our pace and never raise it. */
export class Announced {
  #perMinute = Number.POSITIVE_INFINITY;
  #left = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  /** Requests per minute, the lowest that was stated. */
  get limit(): number {
    return this.#perMinute;
  }

  /**
   * True when the headers state a limit.
   *
   * @param inFlight requests the platform may not have counted when it answered
   */
  hear({ perMinute, left }: RateNotice, now: number, inFlight: number): boolean {
    if (perMinute !== undefined) this.#perMinute = Math.min(this.#perMinute, perMinute);
    if (left !== undefined) {
      this.#left = left.count - inFlight;
      this.#until = now + left.forMs;
    }
    return perMinute !== undefined || left !== undefined;
  }

  /** When the next request may start; a time in the past when it may now. */
  opensAt(now: number): number {
    return this.#left > 0 || now >= this.#until ? Number.NEGATIVE_INFINITY : this.#until;
  }

  started(): void {
    this.#left -= 1;
  }
}

/** A pace for platforms that refill continuously, and how it is corrected. */
const rule = {
  /** One per second is the documented limit, spread evenly. */
  shortestMs: 1000,
  slower: 1 / 0.94,
  faster: 1 / 1.002,
  /** Clean time before several are tried at once. */
  trialAfterMs: 60_000,
  /** From this many at once on there is no need for a pace. */
  trialsUpTo: 8,
} as const;

/** Requests that leave at once although the pace says otherwise, to see whether they may. */
interface Trial {
  readonly size: number;
  /** Still to start. */
  left: number;
  /** Still to be answered. */
  open: number;
}

/** One request after the other, as fast as the platform accepts them. */
export class Pace {
  #intervalMs: number = rule.shortestMs;
  #nextAt = Number.NEGATIVE_INFINITY;
  #cleanSince = Number.NEGATIVE_INFINITY;
  #trialAfterMs: number = rule.trialAfterMs;
  #trial: Trial | undefined;

  /** The platform accepted a request again that left then. */
  resumed(startedAt: number): void {
    this.#nextAt = startedAt + this.#intervalMs;
    this.#cleanSince = startedAt;
  }

  /** When the next request may start; `Infinity` while that depends on an answer. */
  opensAt(now: number): number {
    if (this.#trial === undefined) return this.#isTrialDue(now) ? now : this.#nextAt;
    return this.#trial.left > 0 ? now : Infinity;
  }

  started(now: number): void {
    if (this.#isTrialDue(now)) this.#try(2);
    if (this.#trial !== undefined) this.#trial.left -= 1;
    this.#nextAt = now + this.#intervalMs;
  }

  /** True when the platform takes so many at once that no pace is needed. */
  accepted(): boolean {
    this.#intervalMs = Math.max(rule.shortestMs, this.#intervalMs * rule.faster);
    return this.ended();
  }

  /** A request ended without a word about the pace. True as for `accepted`. */
  ended(): boolean {
    if (this.#trial === undefined) return false;
    this.#trial.open -= 1;
    if (this.#trial.open > 0) return false;
    if (this.#trial.size >= rule.trialsUpTo) return true;
    this.#try(this.#trial.size * 2);
    return false;
  }

  refused(): void {
    if (this.#trial === undefined) this.#intervalMs *= rule.slower;
    else this.#trialAfterMs *= 2;
    this.#trial = undefined;
  }

  #isTrialDue(now: number): boolean {
    return this.#trial === undefined && now >= this.#cleanSince + this.#trialAfterMs;
  }

  #try(size: number): void {
    this.#trial = { size, left: size, open: size };
  }
}

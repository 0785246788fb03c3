const second = 1000;

/** Waits before the first, second, … look whether the platform accepts again; the last repeats. */
const probeWaitsMs = [1, 2, 4, 8, 16, 32, 60].map((seconds) => seconds * second);

/** So many probes follow these waits alone; the others also look for windows that may reopen sooner. */
const blindProbes = 2;

/** What a refusal says about when to come back. */
export interface Refusal {
  /** What the platform asks for, if it does. */
  readonly waitMs?: number | undefined;
  /** When the permits come back that are out. */
  readonly returns?: readonly number[];
  /** When the server's clock begins a new minute, if it shows its time. */
  readonly newMinute?: number | undefined;
}

/** The time from a refusal to the first accepted request: single probes, one at a time. */
export class Closure {
  /** When the first request was refused. */
  readonly since: number;
  readonly #random: () => number;
  /** When the permits come back that were out when the platform closed. */
  #returns: readonly number[] | undefined;
  #probes = 0;
  #probing = false;
  #nextAt: number = Number.NEGATIVE_INFINITY;
  #askedUntil: number = Number.NEGATIVE_INFINITY;

  constructor(now: number, random: () => number) {
    this.since = now;
    this.#random = random;
  }

  /** When the next probe may start; never before the answer of the one under way. */
  get opensAt(): number {
    return this.#probing ? Infinity : this.#nextAt;
  }

  /** Until when the platform asked to wait. */
  get askedUntil(): number {
    return this.#askedUntil;
  }

  started(): void {
    this.#probing = true;
    this.#probes += 1;
  }

  /** The first request, or a probe, was refused or lost. */
  refused(now: number, { waitMs, newMinute = Infinity, returns = [] }: Refusal): void {
    this.#probing = false;
    // Later ones are of refused probes: their return frees nothing at the platform.
    this.#returns ??= returns;
    if (waitMs !== undefined) {
      this.#waitFor(now, waitMs);
      return;
    }
    const wait = probeWaitsMs[Math.min(this.#probes, probeWaitsMs.length - 1)] ?? Infinity;
    const soonest = now + second;
    const moments = [...this.#returns, newMinute].filter((moment) => moment >= soonest);
    const next = Math.min(now + wait, ...(this.#probes < blindProbes ? [] : moments));
    this.#nextAt = Math.max(this.#askedUntil, next);
  }

  /** A request that was on its way when the platform closed was refused too. */
  refusedLate(now: number, { waitMs }: Refusal): void {
    if (waitMs !== undefined) this.#waitFor(now, waitMs);
  }

  /** Up to a tenth longer, so that several clients do not come back at the same moment. */
  #waitFor(now: number, waitMs: number): void {
    this.#askedUntil = Math.max(this.#askedUntil, now + waitMs);
    this.#nextAt = Math.max(this.#nextAt, now + waitMs * (1 + 0.1 * this.#random()));
  }
}

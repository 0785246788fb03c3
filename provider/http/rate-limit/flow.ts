import { Closure, type Refusal } from "./closure.ts";
import { Pace } from "./pace.ts";

/** Requests under way at once; also the number of connections. */
const mostInFlight = 8;

/** A platform that accepts again within this time of a refusal refills continuously. */
const refillsWithinMs = 6000;

/** So few accepted between two refusals are what refilled in between, not a window of its own. */
const windowOfAtLeast = 16;

/** A request that left, as the learner knows it. */
export interface Start {
  readonly at: number;
  readonly probe: boolean;
}

/**
 * What the platform's answers say about when the next request may start. It learns one bit, whether
 * the platform refills continuously or in windows, from how soon after a refusal it accepts again.
 */
export class Flow {
  readonly #random: () => number;
  /** Requests under way at most, grown by every success. */
  #window: number = mostInFlight;
  #closure: Closure | undefined;
  #pace: Pace | undefined;
  #openSince = Number.NEGATIVE_INFINITY;
  #acceptedSince = Number.POSITIVE_INFINITY;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** When the next request may start; `Infinity` while that depends on an answer. */
  opensAt(now: number, inFlight: number): number {
    if (inFlight >= mostInFlight) return Infinity;
    if (this.#closure !== undefined) return this.#closure.opensAt;
    if (this.#pace !== undefined) return this.#pace.opensAt(now);
    return inFlight < this.#window ? now : Infinity;
  }

  /** Whether the next request only asks if the platform accepts again. */
  get closed(): boolean {
    return this.#closure !== undefined;
  }

  /** Until when the platform asked to wait; a time in the past when it does not. */
  get askedUntil(): number {
    return this.#closure?.askedUntil ?? Number.NEGATIVE_INFINITY;
  }

  started(now: number): Start {
    if (this.#closure === undefined) this.#pace?.started(now);
    else this.#closure.started();
    return { at: now, probe: this.#closure !== undefined };
  }

  /** True when it taught that the platform refills continuously, and so counts no refused request. */
  accepted({ at, probe }: Start): boolean {
    if (probe) return this.#reopen(at);
    // It left before the platform closed: what it says is older than that.
    if (this.#closure !== undefined || at < this.#openSince) return false;
    this.#acceptedSince += 1;
    this.#window = Math.min(this.#window + 1, mostInFlight);
    if (this.#pace?.accepted() === true) this.#pace = undefined;
    return false;
  }

  refused(start: Start, now: number, refusal: Refusal): void {
    if (this.#closure !== undefined) {
      if (start.probe) this.#closure.refused(now, refusal);
      else this.#closure.refusedLate(now, refusal);
      return;
    }
    if (start.at < this.#openSince && refusal.waitMs === undefined) return;
    this.#closure = new Closure(now, this.#random);
    this.#closure.refused(now, refusal);
    this.#pace?.refused();
    this.#window = 1;
  }

  /** A request that got no answer teaches nothing; a probe has to be sent again. */
  ended({ probe }: Start, now: number): void {
    if (probe) this.#closure?.refused(now, {});
    else if (this.#pace?.ended() === true) this.#pace = undefined;
  }

  #reopen(at: number): boolean {
    const closedMs = at - (this.#closure?.since ?? at);
    const refills = closedMs <= refillsWithinMs || this.#acceptedSince < windowOfAtLeast;
    this.#closure = undefined;
    this.#openSince = at;
    this.#acceptedSince = 1;
    this.#pace = refills ? (this.#pace ?? new Pace()) : undefined;
    this.#pace?.resumed(at);
    return refills;
  }
}

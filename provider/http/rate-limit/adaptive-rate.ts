/**
 * What the platform's answers say about when the next request may start. It learns one bit, whether
 * the platform refills continuously or in windows, from how soon after a refusal it accepts again.
 */
export class AdaptiveRate {
  readonly #random: () => number;
  #inFlight = 0;
  /** Requests under way at most, grown by every success. */
  #mostInFlight: number = connections;
  #backoff: Backoff | undefined;
  #acceptsSince = Number.NEGATIVE_INFINITY;
  /** Requests accepted since then. */
  #accepted = Number.POSITIVE_INFINITY;
  /** One request at a time, for a platform that refills continuously. */
  #pace: Pace | undefined;
  #intervalMs: number = pacing.shortestMs;

  constructor(random: () => number) {
    this.#random = random;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Whether the next request only asks if the platform accepts again. */
  get isBackingOff(): boolean {
    return this.#backoff !== undefined;
  }

  /** Whether the platform was found to refill continuously. */
  get isPaced(): boolean {
    return this.#pace !== undefined;
  }

  /** When the next request may start; `Infinity` while that depends on an answer. */
  get opensAt(): number {
    if (this.#backoff !== undefined) return this.#backoff.opensAt;
    if (this.#inFlight >= this.#mostInFlight) return Infinity;
    return this.#pace?.nextAt ?? Number.NEGATIVE_INFINITY;
  }

  started(now: number): Start {
    this.#inFlight += 1;
    const probeOf = this.#backoff;
    if (probeOf !== undefined) probeOf.started();
    else if (this.#pace !== undefined) this.#startPaced(this.#pace, now);
    return { at: now, probeOf };
  }

  accepted({ at, probeOf }: Start): void {
    this.#inFlight -= 1;
    if (probeOf !== undefined) {
      this.#resume(at, probeOf.since);
      return;
    }
    // What left before the platform began to refuse says nothing about now.
    if (this.#backoff !== undefined || at < this.#acceptsSince) return;
    this.#accepted += 1;
    this.#mostInFlight = Math.min(this.#mostInFlight + 1, connections);
    this.#intervalMs = Math.max(pacing.shortestMs, this.#intervalMs * pacing.faster);
  }

  refused({ at, probeOf }: Start, now: number, refusal: Refusal): void {
    this.#inFlight -= 1;
    if (this.#backoff !== undefined) {
      if (probeOf !== undefined) this.#backoff.probeAgain(now, refusal);
      else this.#backoff.waitFor(now, refusal.waitMs ?? 0);
      return;
    }
    if (at < this.#acceptsSince && refusal.waitMs === undefined) return;
    this.#backoff = new Backoff(now, this.#random, refusal.returns);
    this.#backoff.probeAgain(now, refusal);
    this.#mostInFlight = 1;
    if (this.#pace !== undefined) this.#intervalMs *= pacing.slower;
  }

  /** A request that got no answer teaches nothing; a probe has to be sent again. */
  failed({ probeOf }: Start, now: number): void {
    this.#inFlight -= 1;
    probeOf?.probeAgain(now, {});
  }

  #startPaced(pace: Pace, now: number): void {
    pace.nextAt = now + this.#intervalMs;
    if (now < pace.until) return;
    // Perhaps it can go without: more are sent at once again, from one on.
    this.#pace = undefined;
    this.#mostInFlight = 1;
  }

  #resume(at: number, refusedSince: number): void {
    const refills = at - refusedSince <= refillsWithinMs || this.#accepted < windowOfAtLeast;
    this.#backoff = undefined;
    this.#acceptsSince = at;
    this.#accepted = 1;
    if (!refills) this.#intervalMs = pacing.shortestMs;
    this.#pace = refills ? { nextAt: at + this.#intervalMs, until: at + pacing.forMs } : undefined;
  }
}

/** A request that left. */
export interface Start {
  readonly at: number;
  /** The refusal of which it only asks whether that is over. */
  readonly probeOf: Backoff | undefined;
}

interface Pace {
  nextAt: number;
  readonly until: number;
}

/** What a refusal says about when to come back. */
interface Refusal {
  /** What the platform asks for, if it does. */
  readonly waitMs?: number | undefined;
  /** When the server's clock begins a new minute, if it shows its time. */
  readonly newMinute?: number | undefined;
  /** When the permits that are out come back. */
  readonly returns?: readonly number[];
}

/** Requests under way at once; also the number of connections. */
const connections = 8;

/** A platform that accepts again within this time of a refusal refills continuously. */
const refillsWithinMs = 6000;

/** So few accepted between two refusals are what refilled in between, not a window of its own. */
const windowOfAtLeast = 16;

/** One request per second is the documented limit, spread evenly; refusals and successes correct it. */
const pacing = {
  shortestMs: 1000,
  slower: 1 / 0.94,
  faster: 1 / 1.002,
  /** Time without a refusal after which it is tried without. */
  forMs: 60_000,
} as const;

/** Waits before the first, second, … probe; the last one repeats. */
const probeWaitsMs = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000] as const;

/** So many probes follow these waits alone; later ones also come when a window may reopen. */
const blindProbes = 2;

/** The time from a refusal to the first accepted request: single probes, one at a time. */
class Backoff {
  /** When the first request was refused. */
  readonly since: number;
  readonly #random: () => number;
  /** When the permits come back that were out then: a window may reopen with them. */
  readonly #returns: readonly number[];
  #probes = 0;
  #isProbing = false;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(now: number, random: () => number, returns: readonly number[] = []) {
    this.since = now;
    this.#random = random;
    this.#returns = returns;
  }

  /** When the next probe may start; never before the answer of the one under way. */
  get opensAt(): number {
    return this.#isProbing ? Infinity : this.#nextAt;
  }

  started(): void {
    this.#isProbing = true;
    this.#probes += 1;
  }

  /** The first request, or a probe, was refused or lost. */
  probeAgain(now: number, { waitMs, newMinute = Infinity }: Refusal): void {
    this.#isProbing = false;
    const usualMs = probeWaitsMs[this.#probes] ?? probeWaitsMs[6];
    const moments = this.#probes < blindProbes ? [] : [...this.#returns, newMinute];
    const waits = moments.map((moment) => moment - now).filter((ms) => ms >= probeWaitsMs[0]);
    const nextMs = Math.min(usualMs, ...waits);
    this.waitFor(now, waitMs ?? nextMs);
  }

  /** Up to a tenth longer, so that several clients do not come back at the same moment. */
  waitFor(now: number, waitMs: number): void {
    this.#nextAt = Math.max(this.#nextAt, now + Math.round(waitMs * (1 + 0.1 * this.#random())));
  }
}

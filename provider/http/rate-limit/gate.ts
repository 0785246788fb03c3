import type { FailedPhase, WireResponse } from "../transport/transport.ts";
import { Announced } from "./announced.ts";
import { Flow, type Start } from "./flow.ts";
import { holdTimes, type Ledger, type Permit } from "./ledger.ts";
import type { Priority } from "./queue.ts";
import { type RateNotice, readRateNotice, serverTime } from "./rate-headers.ts";

/** What decides about a budget's requests. */
export interface GateOptions {
  /** The clock's time in milliseconds. */
  readonly now: () => number;
  /** Spreads those who come back after a pause; 0 to 1. */
  readonly random: () => number;
  readonly ledger: Ledger;
  /** Permits there are; headers and refusals may lower it. */
  readonly limit: number;
  /** False where nothing is limited before a 429 or a rate header says so. */
  readonly paced: boolean;
}

/** A request's turn. */
export interface Turn {
  readonly permit: Permit;
  readonly start: Start;
}

const minute = 60_000;

/**
 * Parts of the limit: permits that reads leave free for what is more urgent, and polls per minute.
 * Polls may use the last permit, because what waits holds up everything after it.
 */
const parts = { freeOfReads: 1 / 15, polls: 1 / 3 } as const;

/** Decides when a request may start: permits, what headers announce, what refusals taught. */
export class Gate {
  readonly #options: GateOptions;
  readonly #flow: Flow;
  readonly #announced = new Announced();
  #paced: boolean;
  #inFlight = 0;
  /** Permits of refused requests, which the platform may turn out not to have counted. */
  #refused: Permit[] = [];
  /** When polls started, in the last minute. */
  #polls: number[] = [];

  constructor(options: GateOptions) {
    this.#options = options;
    this.#flow = new Flow(options.random);
    this.#paced = options.paced;
  }

  /** When any request may start, permits aside; `Infinity` while that depends on an answer. */
  opensAt(now: number): number {
    return Math.max(this.#flow.opensAt(now, this.#inFlight), this.#announced.opensAt(now));
  }

  /** A turn for a request of this class, or when to ask again. Ask only once `opensAt` is over. */
  admit(priority: Priority, deadline: number): Turn | number {
    const now = this.#options.now();
    const limit = this.#limitFor(priority);
    const isPoll = this.#paced && priority === "wait";
    const pollsAt = isPoll ? this.#pollsAt(now) : now;
    if (pollsAt > now) return pollsAt;
    const { ledger } = this.#options;
    // A probe is a refused request again, so it may go under the permit that one still holds.
    if (this.#flow.closed && ledger.held() === limit) this.#refused.pop()?.giveBack();
    const permit = ledger.take(limit, deadline);
    if (permit === undefined) return ledger.freeAt(limit);
    if (isPoll) this.#polls.push(now);
    this.#inFlight += 1;
    this.#announced.started();
    return { permit, start: this.#flow.started(now) };
  }

  /** An answer came. */
  answered({ permit, start }: Turn, { status, headers }: WireResponse): void {
    const now = this.#options.now();
    const notice = readRateNotice(headers, now);
    this.#inFlight -= 1;
    permit.end("answered");
    if (status === 429) {
      this.#refuse({ permit, start }, notice, serverTime(headers));
      return;
    }
    if (this.#announced.hear(notice, now, this.#inFlight)) this.#paced = true;
    if (!this.#flow.accepted(start)) return;
    for (const refused of this.#refused) refused.giveBack();
    this.#refused = [];
  }

  /** No answer came. */
  failed({ permit, start }: Turn, phase: FailedPhase): void {
    this.#inFlight -= 1;
    permit.end(phase === "unsent" ? "unsent" : "lost");
    this.#flow.ended(start, this.#options.now());
  }

  /** When each of the next permits is free, soonest first, and no start is before the first. */
  earliestStarts(now: number): (position: number) => number {
    const { ledger } = this.#options;
    const limit = this.#limit;
    const asked = this.#inFlight === 0 ? this.#announced.opensAt(now) : now;
    const least = Math.max(now, this.#flow.askedUntil, asked);
    if (!this.#paced) return () => least;
    const held = ledger.returns().slice(-limit);
    const times = [...new Array<number>(limit - held.length).fill(now), ...held];
    const first = Math.max(least, ledger.freeAt(limit));
    return (position) => {
      const round = Math.floor(position / limit) * holdTimes.windowMs;
      return Math.max(times[position % limit] ?? now, first) + round;
    };
  }

  #refuse({ permit, start }: Turn, { waitMs }: RateNotice, serverNow: number | undefined): void {
    const now = this.#options.now();
    this.#paced = true;
    this.#refused = [...this.#refused, permit].slice(-this.#options.limit);
    const newMinute = serverNow === undefined ? undefined : now + minute - (serverNow % minute);
    this.#flow.refused(start, now, {
      waitMs,
      newMinute,
      returns: this.#options.ledger.returns(),
    });
  }

  get #limit(): number {
    return Math.min(this.#options.limit, this.#announced.limit);
  }

  #limitFor(priority: Priority): number {
    if (!this.#paced) return Infinity;
    if (priority !== "read") return this.#limit;
    return Math.max(1, this.#limit - Math.ceil(this.#limit * parts.freeOfReads));
  }

  /** When the next poll may start. */
  #pollsAt(now: number): number {
    const most = Math.ceil(this.#limit * parts.polls);
    while ((this.#polls[0] ?? now) <= now - minute) this.#polls.shift();
    return this.#polls.length < most ? now : (this.#polls[0] ?? now) + minute;
  }
}

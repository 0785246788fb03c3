import type { Clock } from "../../clock.ts";
import type { FailedPhase, WireResponse } from "../transport/transport.ts";
import { AdaptiveRate, type Start } from "./adaptive-rate.ts";
import type { Permit, PermitPool } from "./permits.ts";
import type { Priority } from "./priority-queue.ts";
import { AnnouncedQuota, readRateNotice, serverTime } from "./rate-headers.ts";

/**
 * Decides when a request may start: permits, what headers announce, what refusals taught, and what
 * is kept free for more urgent requests.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #rate: AdaptiveRate;
  readonly #quota = new AnnouncedQuota();
  #isLimited: boolean;
  /** Permits of refused requests, which the platform may turn out not to have counted. */
  #refused: Permit[] = [];
  /** When polls started, in the last minute. */
  #polls: number[] = [];

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#rate = new AdaptiveRate(options.random);
    this.#isLimited = options.isLimited;
  }

  /**
   * Lets a request start, or says when one of its class may start at the earliest: `Infinity` while
   * that depends on an answer.
   */
  admit({ priority, deadline }: { priority: Priority; deadline: number }): Grant | number {
    const { clock, pool } = this.#options;
    const now = clock.now();
    const limit = this.#limitFor(priority);
    // A probe is a refused request again: it may go under the permit that one still holds.
    const held = this.#rate.isBackingOff ? this.#refused.at(-1) : undefined;
    const opensAt = Math.max(
      this.#rate.opensAt,
      this.#quota.opensAt(now),
      this.#pollsAt(priority, now),
      pool.freeAt(held === undefined ? limit : limit + 1),
    );
    if (opensAt > now) return opensAt;
    if (held !== undefined && pool.freeAt(limit) > now) {
      held.end("uncounted");
      this.#refused.pop();
    }
    const permit = pool.take(limit, deadline);
    // Another program on this machine was faster.
    if (permit === undefined) return pool.freeAt(limit);
    if (priority === "wait" && this.#isLimited) this.#polls.push(now);
    this.#quota.started();
    return { permit, start: this.#rate.started(now) };
  }

  /** An answer came. */
  answered({ permit, start }: Grant, { status, headers }: WireResponse): void {
    const now = this.#options.clock.now();
    const notice = readRateNotice(headers, now);
    permit.end("answered");
    if (status !== 429) {
      this.#rate.accepted(start);
      if (this.#rate.isPaced) this.#giveRefusedBack();
      if (this.#quota.hear(notice, now, this.#rate.inFlight)) this.#isLimited = true;
      return;
    }
    this.#isLimited = true;
    this.#refused = [...this.#refused, permit].slice(-this.#options.limit);
    const serverNow = serverTime(headers);
    const newMinute = serverNow === undefined ? undefined : now + minute - (serverNow % minute);
    const returns = this.#options.pool.returns();
    this.#rate.refused(start, now, { waitMs: notice.waitMs, newMinute, returns });
  }

  /** No answer came. */
  failed({ permit, start }: Grant, phase: FailedPhase): void {
    permit.end(phase === "unsent" ? "uncounted" : "lost");
    this.#rate.failed(start, this.#options.clock.now());
  }

  /** A platform that refills continuously did not count what it refused. */
  #giveRefusedBack(): void {
    for (const permit of this.#refused) permit.end("uncounted");
    this.#refused = [];
  }

  #limitFor(priority: Priority): number {
    if (!this.#isLimited) return Infinity;
    const limit = this.#limit;
    return priority === "read" ? Math.max(1, limit - Math.ceil(limit * shares.notForReads)) : limit;
  }

  /** When a request of this class may start, as far as the share of polls is concerned. */
  #pollsAt(priority: Priority, now: number): number {
    if (priority !== "wait") return now;
    const most = Math.ceil(this.#limit * shares.polls);
    this.#polls = this.#polls.filter((at) => at > now - minute);
    return (this.#polls.at(-most) ?? now - minute) + minute;
  }

  get #limit(): number {
    return Math.min(this.#options.limit, this.#quota.perMinute);
  }
}

/** What decides about the requests of one prefix. */
export interface AdmissionOptions {
  readonly clock: Clock;
  /** Spreads those who come back after a pause; 0 to 1. */
  readonly random: () => number;
  readonly pool: PermitPool;
  /** Requests per minute; headers may lower it. */
  readonly limit: number;
  /** False where nothing is limited before a 429 or a rate header says so. */
  readonly isLimited: boolean;
}

/** The right to start a request now. */
export interface Grant {
  readonly permit: Permit;
  readonly start: Start;
}

const minute = 60_000;

/**
 * Shares of the limit: permits that reads leave to what is more urgent, and polls per minute. Polls
 * may take the last permit, because what is waited for holds up everything that depends on it.
 */
const shares = { notForReads: 1 / 15, polls: 1 / 3 } as const;

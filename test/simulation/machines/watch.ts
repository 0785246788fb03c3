import type { Permits } from "../../../provider/coordination/permits.ts";
import type { WireRequest, WireResponse } from "../../../provider/http/transport/transport.ts";
import { TransportFailure } from "../../../provider/http/transport/transport.ts";
import { isCreate } from "../faults.ts";
import type { VirtualTime } from "../time.ts";

const minuteMs = 60_000;
/** As long as a request may be under way. */
const arrivesMs = 90_000;
/** As long as the permit of a lost request is out. */
const longestOutMs = 150_000;

interface Send {
  readonly by: string;
  readonly at: number;
  isOpen: boolean;
}

/** Sees the requests of all machines, and what they wait for. */
export class Watch {
  readonly #time: VirtualTime;
  readonly #limit: number;
  readonly #violated: (what: string) => void;
  readonly #arrivals: number[] = [];
  readonly #creates = new Map<string, Send>();
  /** When each machine last asked for permits. */
  readonly #asked = new Map<string, number>();
  #pausedUntil = 0;

  constructor(given: {
    time: VirtualTime;
    limit: number;
    violated: (what: string) => void;
  }) {
    this.#time = given.time;
    this.#limit = given.limit;
    this.#violated = given.violated;
  }

  /** I16: the platform counts the requests of all machines together. */
  arrived({ prefix }: WireRequest): void {
    if (prefix !== "/api/v1") return;
    const now = this.#time.now();
    const earlier = this.#arrivals.at(-this.#limit);
    this.#arrivals.push(now);
    if (earlier !== undefined && now - earlier < minuteMs)
      this.#violated(
        `I16: more than ${this.#limit} requests arrived within ${(now - earlier) / 1_000} s`,
      );
  }

  /** I17: while a create may arrive, no other machine sends it. */
  async sent(by: string, request: WireRequest, answer: Promise<WireResponse>): Promise<void> {
    if (!isCreate(request)) return;
    const now = this.#time.now();
    const create = `${request.target} ${request.body}`;
    const before = this.#creates.get(create);
    if (before?.isOpen && before.by !== by && now - before.at < arrivesMs)
      this.#violated(`I17: ${by} sent ${create} ${(now - before.at) / 1_000} s after ${before.by}`);
    const send = { by, at: now, isOpen: true };
    this.#creates.set(create, send);
    try {
      const { status } = await answer;
      // On this network nothing else arrives after its answer.
      send.isOpen = status === 504;
    } catch (error) {
      send.isOpen = error instanceof TransportFailure && error.timedOut;
    }
  }

  /** I18: a machine that waits is served within twice the time in which all get a permit. */
  permits(by: string, permits: Permits): Permits {
    let since: number | undefined;
    let next = 0;
    return {
      pause: (milliseconds) => {
        this.#pausedUntil = Math.max(this.#pausedUntil, this.#time.now() + milliseconds);
        permits.pause(milliseconds);
      },
      take: async (limit, wanted) => {
        const taken = await permits.take(limit, wanted);
        const now = this.#time.now();
        this.#asked.set(by, now);
        // One that did not ask in its time has lost its place, and so has one that nobody answered.
        const isLate = now > next + 5_000;
        if (taken.permits.length > 0 || taken.trouble !== undefined || isLate) since = undefined;
        next = taken.nextAt;
        if (taken.permits.length > 0) return taken;
        since ??= now;
        const waitedMs = now - Math.max(since, this.#pausedUntil);
        const rounds = Math.ceil(this.#sharing(now) / this.#limit);
        if (waitedMs > 2 * rounds * longestOutMs)
          this.#violated(`I18: ${by} has waited for ${waitedMs / 1_000} s`);
        return taken;
      },
    };
  }

  /** How many machines asked for permits lately. */
  #sharing(now: number): number {
    return [...this.#asked.values()].filter((at) => now - at < longestOutMs).length;
  }
}

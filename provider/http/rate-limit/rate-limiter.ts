import type { Prefix } from "../../../contract/endpoints.ts";
import { limits } from "../../../contract/limits.ts";
import { type Clock, calledOff, stoppedError } from "../../clock.ts";
import { HostingError } from "../../errors.ts";
import { type FailedPhase, TransportFailure, type WireResponse } from "../transport/transport.ts";
import { Admission, type Grant } from "./admission.ts";
import { LocalPermits, type PermitPool } from "./permits.ts";
import {
  type Priority,
  PriorityQueue,
  type Queued,
  rankAt,
  refusedRank,
} from "./priority-queue.ts";

/** Decides when a request may leave. */
export interface RateLimiter {
  /**
   * Calls `attempt` when the platform's limit allows it, and again after a 429.
   *
   * @throws HostingError `rateLimit` as soon as it is known that the wait passes the deadline,
   * `unsent` when the deadline passes in the queue or the signal aborts there; what `attempt` throws
   * is passed on.
   */
  send(request: PendingRequest, attempt: () => Promise<WireResponse>): Promise<WireResponse>;
}

/** A request that has yet to leave. */
export interface PendingRequest {
  readonly prefix: Prefix;
  /** How errors name it. */
  readonly label: string;
  readonly priority: Priority;
  /** When it is too late for it, in the clock's milliseconds. */
  readonly deadline: number;
  /** Ends the wait, not the attempt. */
  readonly signal?: AbortSignal;
}

/** A limiter for one key: each prefix has a limit of its own (spec 8 limits `/api/v1` only). */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { clock, requestsPerMinute = Infinity, paced = true, random = Math.random } = options;
  const { poolOf = () => new LocalPermits(() => clock.now()) } = options;
  const limit = Math.min(limits.requestsPerMinute, requestsPerMinute);
  const open = (prefix: Prefix, isLimited: boolean) =>
    new PrefixLimiter(
      clock,
      new Admission({ clock, random, limit, isLimited, pool: poolOf(prefix) }),
    );
  const limiters: Readonly<Record<Prefix, PrefixLimiter>> = {
    "/api/v1": open("/api/v1", paced),
    "/v1": open("/v1", false),
    "/api/v2": open("/api/v2", false),
  };
  return { send: (request, attempt) => limiters[request.prefix].send(request, attempt) };
}

/** What a limiter is made of. */
interface RateLimiterOptions {
  readonly clock: Clock;
  /** Lowers the platform's limit, e.g. for several programs on one key; never raises it. */
  readonly requestsPerMinute?: number | undefined;
  /** False where nothing is limited before a 429 says so: the embedded platform. */
  readonly paced?: boolean;
  /** Spreads clients that come back after a pause; 0 to 1. */
  readonly random?: () => number;
  /** The permits of a prefix; this process's own unless given. */
  readonly poolOf?: (prefix: Prefix) => PermitPool;
}

/** A request in the queue. */
interface Waiter extends Queued {
  readonly label: string;
  readonly grant: (grant: Grant) => void;
  readonly refuse: (error: HostingError) => void;
}

/** The requests of one prefix: they wait here, and leave in order when they are admitted. */
class PrefixLimiter {
  readonly #clock: Clock;
  readonly #admission: Admission;
  readonly #queue = new PriorityQueue<Waiter>();
  #arrivals = 0;
  /** When the queue is looked at again although no answer came. */
  #alarmAt = Number.POSITIVE_INFINITY;
  #alarm = new AbortController();

  constructor(clock: Clock, admission: Admission) {
    this.#clock = clock;
    this.#admission = admission;
  }

  async send(request: PendingRequest, attempt: () => Promise<WireResponse>): Promise<WireResponse> {
    const arrival = this.#arrivals++;
    let rank = rankAt(this.#clock.now(), request.priority);
    for (;;) {
      const grant = await this.#wait(request, { rank, arrival });
      const response = await this.#carry(grant, attempt);
      if (response.status !== 429) return response;
      rank = refusedRank;
    }
  }

  async #wait(
    { label, priority, deadline, signal }: PendingRequest,
    position: Pick<Queued, "rank" | "arrival">,
  ): Promise<Grant> {
    const { promise, resolve: grant, reject: refuse } = Promise.withResolvers<Grant>();
    const waiter = { label, priority, deadline, ...position, grant, refuse };
    const stop = () => {
      this.#queue.remove(waiter);
      refuse(stoppedError(label));
    };
    if (signal?.aborted) throw stoppedError(label);
    signal?.addEventListener("abort", stop);
    this.#queue.add(waiter);
    this.#advance();
    return promise.finally(() => signal?.removeEventListener("abort", stop));
  }

  async #carry(grant: Grant, attempt: () => Promise<WireResponse>): Promise<WireResponse> {
    try {
      const response = await attempt();
      this.#admission.answered(grant, response);
      return response;
    } catch (error) {
      this.#admission.failed(grant, phaseOf(error));
      throw error;
    } finally {
      this.#advance();
    }
  }

  /** Admits whoever may leave now, and sees to it that the next one is not missed. */
  #advance(): void {
    let next: number | undefined;
    do next = this.#admitNext();
    while (next === undefined);
    this.#wakeAt(Math.min(next, this.#queue.firstDeadline()));
  }

  /** Admits one request, or says when to look again; who cannot wait that long is turned away. */
  #admitNext(): number | undefined {
    const now = this.#clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const head of this.#queue.heads()) {
      const { priority, deadline } = head;
      const admitted = deadline > now ? this.#admission.admit(head) : now;
      if (typeof admitted === "object") {
        this.#queue.remove(head);
        head.grant(admitted);
        return undefined;
      }
      if (this.#turnAway(priority, admitted === Infinity ? now : admitted)) return undefined;
      next = Math.min(next, admitted);
    }
    return next;
  }

  /** Nobody of a class leaves before `time`: true when somebody cannot wait that long. */
  #turnAway(priority: Priority, time: number): boolean {
    const late = this.#queue.takeLate(priority, time);
    for (const waiter of late) waiter.refuse(tooLate(waiter, time - this.#clock.now()));
    return late.length > 0;
  }

  #wakeAt(time: number): void {
    if (time === this.#alarmAt) return;
    this.#alarm.abort(calledOff);
    this.#alarm = new AbortController();
    this.#alarmAt = time;
    // A timer that nobody waits for would keep the process alive.
    if (time === Infinity) return;
    const wait = Math.max(1, time - this.#clock.now());
    this.#clock.sleep(wait, this.#alarm.signal).then(
      () => {
        this.#alarmAt = Number.POSITIVE_INFINITY;
        this.#advance();
      },
      () => undefined,
    );
  }
}

/** How far an attempt got that threw; when in doubt, it was sent. */
function phaseOf(error: unknown): FailedPhase {
  if (error instanceof TransportFailure) return error.phase;
  return HostingError.isInstance(error) && error.code === "unsent" ? "unsent" : "sent";
}

const advice =
  "Lower `--parallel`, raise the resource's `timeouts`, or use a key of its own for each program.";

function tooLate({ label, rank }: Waiter, waitMs: number): HostingError {
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    return new HostingError(
      "rateLimit",
      `${label} was not carried out: the rate limit allows it in ${seconds} s at the earliest, past its time limit. ${advice}`,
    );
  }
  if (rank === refusedRank) {
    return new HostingError(
      "rateLimit",
      `${label} was not carried out: the platform refused it for its rate limit until the operation's time was over. ${advice}`,
    );
  }
  return new HostingError(
    "unsent",
    `${label} was not sent: the operation's time was over before its turn came. Nothing was changed; raise the resource's \`timeouts\` and try again.`,
  );
}

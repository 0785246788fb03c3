import type { Prefix } from "../../../contract/endpoints.ts";
import { limits } from "../../../contract/limits.ts";
import { type Clock, calledOff, stoppedError } from "../../clock.ts";
import { LocalPermits, type Permit, type Permits, takeEach } from "../../coordination/permits.ts";
import { HostingError } from "../../errors.ts";
import { TransportFailure, type WireResponse } from "../transport/transport.ts";

/** Decides when a request may leave. */
export interface RateLimiter {
  /**
   * Calls `attempt` when the platform's limit allows it, and again after a refusal for its rate.
   *
   * @throws HostingError `rateLimit` as soon as it is known that the wait passes the deadline,
   * `unsent` when the deadline passes in the queue or the signal aborts there; errors of `attempt` are passed on.
   */
  send(request: PendingRequest, attempt: () => Promise<WireResponse>): Promise<WireResponse>;
}

/** A request that has yet to leave. */
export interface PendingRequest {
  readonly prefix: Prefix;
  /** How errors name it. */
  readonly label: string;
  /** Urgent requests leave before all others. */
  readonly urgent: boolean;
  /** When it is too late for it, in the clock's milliseconds. */
  readonly deadline: number;
  /** Ends the wait, not the attempt. */
  readonly signal?: AbortSignal;
  /** True for an answer that refuses the request for its rate. Defaults to every 429. */
  readonly isRefused?: (response: WireResponse) => boolean;
}

/** A limiter for one key: each prefix has a separate limit (spec 8 limits `/api/v1` only). */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { clock, requestsPerMinute = Infinity, paced = true, random = Math.random } = options;
  const { permitsOf = () => new LocalPermits(() => clock.now()) } = options;
  const limit = Math.min(limits.requestsPerMinute, requestsPerMinute);
  const open = (prefix: Prefix, isLimited: boolean) =>
    new PrefixLimiter({ clock, random, limit, isLimited, permits: () => permitsOf(prefix) });
  const limiters: Readonly<Record<Prefix, PrefixLimiter>> = {
    "/api/v1": open("/api/v1", paced),
    "/v1": open("/v1", false),
    "/api/v2": open("/api/v2", false),
  };
  return { send: (request, attempt) => limiters[request.prefix].send(request, attempt) };
}

/** The parts of a limiter. */
interface RateLimiterOptions {
  readonly clock: Clock;
  /** Lowers the platform's limit, e.g. for several machines on one key; never raises it. */
  readonly requestsPerMinute?: number | undefined;
  /** False where nothing is limited before the first 429: the embedded platform. */
  readonly paced?: boolean;
  /** Spreads clients that come back after a pause; 0 to 1. */
  readonly random?: () => number;
  /** The permits of a prefix; this process's own unless given. */
  readonly permitsOf?: (prefix: Prefix) => Permits;
}

interface PrefixOptions extends Required<Pick<RateLimiterOptions, "clock" | "random">> {
  /** Requests per minute, once they are limited. */
  readonly limit: number;
  readonly isLimited: boolean;
  readonly permits: () => Permits;
}

/** A request in the queue. */
interface Waiter extends Pick<PendingRequest, "label" | "urgent" | "deadline"> {
  /** The order of arrival, which a refused request keeps. */
  readonly arrival: number;
  readonly isRefused: boolean;
  readonly leave: (start: Start) => void;
  readonly refuse: (error: unknown) => void;
}

/** A request that may leave now. */
interface Start {
  readonly permit: Permit;
  /** How many pauses there were before. */
  readonly pauses: number;
}

/** Requests under way at once; also the number of connections. */
const connections = 8;

/** The longest wait that a platform may ask for, and the longest that it did not ask for. */
const longestMs = { asked: 900_000, unasked: 60_000 } as const;

const unlimited: Permits = {
  take: async (_limit, wanted) => takeEach(wanted, () => ({ end: () => undefined })),
  pause: () => undefined,
};

/** The requests of one prefix: they wait here, and leave in order. */
class PrefixLimiter {
  readonly #options: PrefixOptions;
  #permits: Permits;
  /** In the order in which they leave. */
  readonly #queue: Waiter[] = [];
  #arrivals = 0;
  #inFlight = 0;
  /** One after a refusal, and one more with each success. */
  #mostInFlight = connections;
  /** Nothing leaves before: the platform refused. */
  #resumesAt = Number.NEGATIVE_INFINITY;
  /** No permit comes back before. */
  #nextPermitAt = Number.NEGATIVE_INFINITY;
  /** Why nobody knows when one comes back. */
  #trouble: string | undefined;
  #isTaking = false;
  #pauses = 0;
  /** Pauses one after the other, without a success. */
  #inARow = 0;
  /** When the queue is looked at again although no answer came. */
  #alarmAt = Number.POSITIVE_INFINITY;
  #alarm = new AbortController();

  constructor(options: PrefixOptions) {
    this.#options = options;
    this.#permits = options.isLimited ? options.permits() : unlimited;
  }

  async send(request: PendingRequest, attempt: () => Promise<WireResponse>): Promise<WireResponse> {
    const arrival = this.#arrivals++;
    const { isRefused: isRefusal = isTooManyRequests } = request;
    for (let isRefused = false; ; isRefused = true) {
      const start = await this.#wait(request, { arrival, isRefused });
      const response = await this.#carry(start, attempt, isRefusal);
      if (!isRefusal(response)) return response;
    }
  }

  async #wait(
    { label, urgent, deadline, signal }: PendingRequest,
    position: Pick<Waiter, "arrival" | "isRefused">,
  ): Promise<Start> {
    if (signal?.aborted) throw stoppedError(label);
    const { promise, resolve: leave, reject: refuse } = Promise.withResolvers<Start>();
    const waiter = { label, urgent, deadline, ...position, leave, refuse };
    const stop = () => {
      this.#remove(waiter);
      refuse(stoppedError(label));
    };
    signal?.addEventListener("abort", stop);
    const before = this.#queue.findLastIndex((other) => leavesBefore(other, waiter));
    this.#queue.splice(before + 1, 0, waiter);
    this.#advance();
    return promise.finally(() => signal?.removeEventListener("abort", stop));
  }

  async #carry(
    { permit, pauses }: Start,
    attempt: () => Promise<WireResponse>,
    isRefusal: (response: WireResponse) => boolean,
  ): Promise<WireResponse> {
    try {
      const response = await attempt();
      permit.end("answered");
      // The answer to a request from before the pause says nothing about the time after it.
      const isNews = pauses === this.#pauses;
      if (isRefusal(response)) this.#pause(response, isNews);
      else if (isNews) this.#accepted();
      return response;
    } catch (error) {
      permit.end(isUnsent(error) ? "unsent" : "lost");
      this.#nextPermitAt = Number.NEGATIVE_INFINITY;
      throw error;
    } finally {
      this.#inFlight -= 1;
      this.#advance();
    }
  }

  #accepted(): void {
    this.#inARow = 0;
    this.#mostInFlight = Math.min(this.#mostInFlight + 1, connections);
  }

  /**
   * Waits as long as the platform says, else twice as long as the last time. Up to a tenth longer, so that
   * several clients do not come back at the same moment.
   */
  #pause({ headers }: WireResponse, isNews: boolean): void {
    const { clock, random, permits } = this.#options;
    if (isNews) {
      this.#pauses += 1;
      this.#inARow += 1;
    }
    if (this.#permits === unlimited) this.#permits = permits();
    this.#mostInFlight = 1;
    const unasked = Math.min(1000 * 2 ** (this.#inARow - 1), longestMs.unasked);
    const waitMs = (retryAfterMs(headers, clock.now()) ?? unasked) * (1 + random() / 10);
    this.#resumesAt = Math.max(this.#resumesAt, clock.now() + Math.round(waitMs));
    this.#permits.pause(Math.round(waitMs));
  }

  /** Lets leave who may leave now, and sees to it that the next one is not missed. */
  #advance(): void {
    const now = this.#options.clock.now();
    this.#turnAway(now);
    const wanted = Math.min(this.#queue.length, this.#mostInFlight - this.#inFlight);
    const next = Math.max(this.#resumesAt, this.#nextPermitAt);
    if (wanted > 0 && next > now) {
      this.#turnAway(next);
      this.#wakeAt(next);
      return;
    }
    this.#wakeAt(Infinity);
    if (wanted > 0 && !this.#isTaking) void this.#take(wanted);
  }

  /** Takes permits; meanwhile others may join the queue, or leave it because their time is over. */
  async #take(wanted: number): Promise<void> {
    this.#isTaking = true;
    try {
      const taken = await this.#permits.take(this.#options.limit, wanted);
      const { permits, nextAt } = taken;
      this.#nextPermitAt = nextAt;
      this.#trouble = taken.trouble;
      for (const permit of permits) this.#letLeave(permit);
    } catch (error) {
      for (const waiter of this.#queue.splice(0)) waiter.refuse(error);
    } finally {
      this.#isTaking = false;
    }
    this.#advance();
  }

  #letLeave(permit: Permit): void {
    const [head] = this.#queue;
    const isFree = this.#inFlight < this.#mostInFlight;
    if (head === undefined || !isFree || this.#resumesAt > this.#options.clock.now()) {
      permit.end("unsent");
      this.#nextPermitAt = Number.NEGATIVE_INFINITY;
      return;
    }
    this.#remove(head);
    this.#inFlight += 1;
    head.leave({ permit, pauses: this.#pauses });
  }

  /** No request leaves before that time: those with an earlier deadline fail at once. */
  #turnAway(time: number): void {
    const waitMs = time - this.#options.clock.now();
    for (const waiter of this.#queue.filter(({ deadline }) => deadline <= time)) {
      this.#remove(waiter);
      waiter.refuse(tooLate(waiter, waitMs, this.#trouble));
    }
  }

  #remove(waiter: Waiter): void {
    const at = this.#queue.indexOf(waiter);
    if (at !== -1) this.#queue.splice(at, 1);
  }

  /** Looks at the queue again at that time, or at the first deadline before it. */
  #wakeAt(admitted: number): void {
    // A timer that nobody waits for would keep the process alive.
    const times = this.#queue.map(({ deadline }) => Math.min(deadline, admitted));
    const time = Math.min(...times);
    if (time === this.#alarmAt) return;
    this.#alarm.abort(calledOff);
    this.#alarm = new AbortController();
    this.#alarmAt = time;
    if (time === Infinity) return;
    const { clock } = this.#options;
    clock.sleep(Math.max(1, time - clock.now()), this.#alarm.signal).then(
      () => {
        this.#alarmAt = Number.POSITIVE_INFINITY;
        this.#advance();
      },
      () => undefined,
    );
  }
}

function isTooManyRequests({ status }: WireResponse): boolean {
  return status === 429;
}

/** Urgent requests leave first; all others, refused ones too, in the order of arrival. */
function leavesBefore(one: Waiter, other: Waiter): boolean {
  return one.urgent === other.urgent ? one.arrival < other.arrival : one.urgent;
}

/** RFC 9110, 10.2.3: seconds, or a date of the server's clock. Undefined where it is neither. */
function retryAfterMs(headers: WireResponse["headers"], now: number): number | undefined {
  const { "retry-after": text = "", date = "" } = headers;
  const isSeconds = /^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(text);
  const serverNow = Date.parse(date) || now;
  const waitMs = isSeconds
    ? Number(text) * 1000
    : Date.parse(httpDate.exec(text)?.[0] ?? "") - serverNow;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 1000), longestMs.asked);
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** An error of any other kind may have come after the send. */
function isUnsent(error: unknown): boolean {
  if (error instanceof TransportFailure) return error.phase === "unsent";
  return HostingError.isInstance(error) && error.code === "unsent";
}

const advice =
  "Lower `--parallel`, raise the resource's `timeouts`, or use a separate key for each program.";

function tooLate(
  { label, isRefused }: Waiter,
  waitMs: number,
  trouble: string | undefined,
): HostingError {
  if (trouble !== undefined) {
    return new HostingError("unsent", `${label} was not sent in the operation's time. ${trouble}`);
  }
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    return new HostingError(
      "rateLimit",
      `${label} was not carried out: the rate limit allows it in ${seconds} s at the earliest, past its time limit. ${advice}`,
    );
  }
  if (isRefused) {
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

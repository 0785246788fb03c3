import { channel } from "node:diagnostics_channel";
import type { Endpoint, Method } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import type { Clock } from "../clock.ts";
import { asHostingError, HostingError } from "../errors.ts";
import { stoppedError, unlessStopped } from "../shutdown.ts";
import { type CallContext, readAnswer } from "./answer.ts";
import type { Outcome } from "./outcomes.ts";
import type { PermitSlot, Permits } from "./rate-limit/permits.ts";
import type { Priority } from "./rate-limit/queue.ts";
import { failureError, retryDelay } from "./retry.ts";
import {
  type FailedPhase,
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from "./transport/transport.ts";
import type { ApiKey } from "./wire/api-key.ts";
import { createScrub, privateKeysIn } from "./wire/scrub.ts";
import { labelOf, renderTarget } from "./wire/target.ts";

/** What one call of an endpoint needs. */
export interface ApiRequest {
  /** Values of the path's placeholders; each is checked to be one harmless path segment. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Body in wire naming; sent as JSON. */
  readonly body?: Json;
  /** The operation's end, in the clock's milliseconds; no attempt, wait or retry goes past it. */
  readonly deadline: number;
  /** Who goes first when requests wait; what the method suggests unless given. */
  readonly priority?: Priority;
  /** Called right before every send; when it throws, nothing is sent. */
  readonly sending?: () => void;
}

/**
 * The platform, one call at a time. An answer is its parsed JSON body (`null` when empty).
 *
 * @throws HostingError: `notFound` only for a 404 with a JSON `error`; `noRoute` for a 404 or 405
 * without one; `refused` for other 4xx; `key`, `rateLimit`, `platform`, `unsent`, `unknownOutcome`.
 */
export interface Api {
  call(endpoint: Endpoint, request: ApiRequest): Promise<Json>;
}

/** One attempt, for the request log and the diagnostics channel: no header, body, query or filled path. */
export interface AttemptRecord {
  readonly method: Method;
  /** The route's path with its placeholders. */
  readonly path: string;
  readonly status?: number;
  readonly phase: FailedPhase | "answered";
  /** From the send to the end of the answer. */
  readonly ms: number;
  /** Spent in the queue before the send. */
  readonly waitMs: number;
  /** 1 for the first attempt of a call. */
  readonly attempt: number;
}

/**
 * The channel `pulumi-hosting:attempt` of `node:diagnostics_channel`: tools that trace a program are
 * told of every attempt by an {@link AttemptRecord}. undici's own channels show the key.
 */
const attempts = channel("pulumi-hosting:attempt");

/** What an `Api` is made of. */
export interface ApiOptions {
  readonly transport: Transport;
  readonly apiKey: ApiKey;
  readonly permits: Permits;
  readonly clock: Clock;
  /** Spreads retries; 0 to 1. */
  readonly random?: () => number;
  /** Aborted once nothing new may be sent. */
  readonly stopping?: AbortSignal;
  /** Told about every attempt. */
  readonly log?: (attempt: AttemptRecord) => void;
}

interface Call extends CallContext {
  readonly wire: Omit<WireRequest, "signal">;
  readonly priority: Priority;
  readonly sending: () => void;
  readonly deadline: number;
  attempts: number;
  /** When the call last asked for a permit. */
  queuedAt: number;
}

const usualPriority: Readonly<Record<Method, Priority>> = {
  DELETE: "resolve",
  POST: "write",
  PATCH: "write",
  PUT: "write",
  GET: "read",
};

/** The platform behind a transport: renders, paces, repeats what is safe to repeat, and explains. */
export function createApi(options: ApiOptions): Api {
  return new HttpApi(options);
}

class HttpApi implements Api {
  readonly #options: ApiOptions;
  readonly #stopping: AbortSignal;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#stopping = options.stopping ?? new AbortController().signal;
  }

  async call(endpoint: Endpoint, request: ApiRequest): Promise<Json> {
    const { clock, random = Math.random } = this.#options;
    const call = this.#prepare(endpoint, request);
    for (let retries = 0; ; retries += 1) {
      const outcome = await this.#attempt(call);
      const delay = retryDelay(call, outcome, { retries, random });
      if (delay === undefined || clock.now() + delay >= call.deadline) return settle(outcome, call);
      await unlessStopped(this.#stopping, clock.sleep(delay), labelOf(endpoint));
    }
  }

  #prepare(endpoint: Endpoint, request: ApiRequest): Call {
    const { apiKey, clock } = this.#options;
    const { body, deadline, sending = () => undefined } = request;
    const { priority = usualPriority[endpoint.method] } = request;
    const content = body === undefined ? {} : { "content-type": "application/json" };
    return {
      endpoint,
      deadline,
      priority,
      sending,
      scrub: createScrub([apiKey.reveal(), ...privateKeysIn(body)]),
      wire: {
        method: endpoint.method,
        prefix: endpoint.prefix,
        target: renderTarget(endpoint, request),
        headers: {
          authorization: apiKey.authorization(),
          accept: "application/json",
          "accept-encoding": "identity",
          "user-agent": "pulumi-hosting",
          ...content,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      attempts: 0,
      queuedAt: clock.now(),
    };
  }

  async #attempt(call: Call): Promise<Outcome> {
    const { endpoint, deadline, priority, scrub } = call;
    const slot = { prefix: endpoint.prefix, label: labelOf(endpoint), deadline, priority };
    call.queuedAt = this.#options.clock.now();
    try {
      return await this.#queue(slot, call);
    } catch (error) {
      if (error instanceof TransportFailure) return error;
      if (HostingError.isInstance(error)) throw error;
      throw new HostingError("bug", scrub(asHostingError(error).message));
    }
  }

  /** What waits in the queue is stopped; what has left is not. */
  async #queue(slot: PermitSlot, call: Call): Promise<WireResponse> {
    const started = Promise.withResolvers<void>();
    const outcome = this.#options.permits.send(slot, async () => {
      started.resolve();
      if (this.#stopping.aborted) throw stoppedError(slot.label);
      return this.#send(call);
    });
    await unlessStopped(this.#stopping, Promise.race([started.promise, outcome]), slot.label);
    return outcome;
  }

  async #send(call: Call): Promise<WireResponse> {
    const { clock, transport } = this.#options;
    call.sending();
    const startedAt = clock.now();
    const timeUp = new AbortController();
    const answered = new AbortController();
    clock.sleep(call.deadline - startedAt, answered.signal).then(
      () => timeUp.abort(),
      () => undefined,
    );
    try {
      const response = await transport.send({ ...call.wire, signal: timeUp.signal });
      this.#record(call, startedAt, { phase: "answered", status: response.status });
      return response;
    } catch (error) {
      const phase = error instanceof TransportFailure ? error.phase : "sent";
      this.#record(call, startedAt, { phase });
      throw error;
    } finally {
      answered.abort();
    }
  }

  #record(call: Call, startedAt: number, end: Pick<AttemptRecord, "phase" | "status">): void {
    const { clock, log } = this.#options;
    const { method, prefix, path } = call.endpoint;
    const waitMs = startedAt - call.queuedAt;
    call.attempts += 1;
    call.queuedAt = clock.now();
    const ms = call.queuedAt - startedAt;
    const attempt = call.attempts;
    const record = { method, path: `${prefix}${path}`, ...end, ms, waitMs, attempt };
    attempts.publish({ ...record } satisfies AttemptRecord);
    try {
      log?.(record);
    } catch {
      // A log that cannot be written must not lose an answer that may hold a new object's id.
    }
  }
}

function settle(outcome: Outcome, call: Call): Json {
  if (outcome instanceof TransportFailure) throw failureError(outcome, call);
  return readAnswer(outcome, call);
}

import { channel } from "node:diagnostics_channel";
import type { RefusalWords } from "../../contract/assumptions.ts";
import type { Endpoint, Method } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import { type Clock, stoppedError, unlessStopped, withDeadline } from "../clock.ts";
import { asHostingError, HostingError } from "../errors.ts";
import { createScrub, secretsIn } from "../scrub.ts";
import { type CallContext, failureError, readAnswer, reasonOf } from "./answer.ts";
import { classify, isTooManyRequests, type Outcome, retryDelay } from "./outcomes.ts";
import type { PendingRequest, RateLimiter } from "./rate-limit/rate-limiter.ts";
import {
  type FailedPhase,
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from "./transport/transport.ts";
import type { ApiKey, MissingKey } from "./wire/api-key.ts";
import { requestIdIn } from "./wire/request-id.ts";
import { labelOf, renderTarget } from "./wire/target.ts";

/**
 * The platform, one call at a time. An answer is its parsed JSON body (`null` when empty).
 *
 * @throws HostingError: `notFound` only for a 404 with a JSON `error`; `noRoute` for a 404 without
 * one, a 405 and a 501; `refused` for other 4xx; `key`, `rateLimit`, `platform`, `unsent`, `unknownOutcome`.
 */
export interface Api {
  call(endpoint: Endpoint, request: ApiRequest): Promise<Json>;
}

/** The parameters of one call of an endpoint. */
export interface ApiRequest {
  /** Values of the path's placeholders; each is checked to be one harmless path segment. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Body in wire naming; sent as JSON. */
  readonly body?: Json;
  /** The operation's end, in the clock's milliseconds; no attempt, wait or retry goes past it. */
  readonly deadline: number;
  /** When requests wait, urgent ones leave first: deletes, and looks for a lost create. A DELETE is urgent unless given. */
  readonly urgent?: boolean;
  /** Texts that no message may have, whoever quotes them. */
  readonly secrets?: readonly string[];
  /** Called right before every send; when it throws, nothing is sent. */
  readonly sending?: () => Promise<void>;
  /** Called while the request is sent again because the object is busy, with the platform's words. */
  readonly waiting?: (words: string) => void;
  /** Called with the status and headers of the answer, which may show that a list has more pages. */
  readonly headed?: (head: Pick<WireResponse, "status" | "headers">) => void;
}

/** The platform behind a transport: renders, paces, repeats what is safe to repeat, and explains. */
export function createApi(options: ApiOptions): Api {
  return new HttpApi(options);
}

/** The parts of an `Api`. */
export interface ApiOptions {
  readonly transport: Transport;
  /** Where there is none, each call ends before it is sent. */
  readonly apiKey: ApiKey | MissingKey;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  /** Words by which refusals say why. */
  readonly words?: RefusalWords;
  /** Spreads retries; 0 to 1. */
  readonly random?: () => number;
  /** Aborted once nothing new may be sent. */
  readonly stopping?: AbortSignal;
  /** Called after every attempt. */
  readonly log?: (attempt: AttemptRecord) => void;
}

/** One attempt, for the request log and the diagnostics channel: no header, body, query or filled path. */
export interface AttemptRecord {
  readonly method: Method;
  /** The route's path with its placeholders. */
  readonly path: string;
  readonly status?: number;
  /** The platform's own id of the request, where its answer brings one. */
  readonly requestId?: string;
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
 * sent an {@link AttemptRecord} after every attempt. undici's own channels show the key.
 */
const attempts = channel("pulumi-hosting:attempt");

interface Call extends CallContext {
  readonly wire: Omit<WireRequest, "signal">;
  /** The limiter's view of it. */
  readonly pending: PendingRequest;
  readonly sending: () => Promise<void>;
  readonly waiting: ApiRequest["waiting"];
  /** How often it was sent again. */
  readonly repeats: { busy: number; failed: number };
  /** When it was first refused because its object is busy. */
  busySince: number | undefined;
  attempts: number;
  /** When the call last began to wait for its turn. */
  queuedAt: number;
}

/** A permit counts for the minute in which it was given: what is held up for longer takes another one. */
const permitMs = 20_000;

/** After this time of being refused as busy a person is to see why nothing happens. */
const patienceMs = 10_000;

class HttpApi implements Api {
  readonly #options: ApiOptions;
  readonly #stopping: AbortSignal;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#stopping = options.stopping ?? new AbortController().signal;
  }

  /** The whole way of a call, in order: its turn, the attempt, what came of it, and again or not. */
  async call(endpoint: Endpoint, request: ApiRequest): Promise<Json> {
    const { clock, limiter } = this.#options;
    const call = this.#prepare(endpoint, request);
    for (;;) {
      call.queuedAt = clock.now();
      const outcome = await limiter
        .send(call.pending, () => this.#send(call))
        .catch((error: unknown) => failureOf(error, call));
      const delay = this.#delayAfter(outcome, call);
      if (delay === undefined) {
        if (!(outcome instanceof TransportFailure)) request.headed?.(outcome);
        return settle(outcome, call);
      }
      await unlessStopped(this.#stopping, clock.sleep(delay), call.pending.label);
    }
  }

  /** Milliseconds until it is sent again; undefined when it is not. */
  #delayAfter(outcome: Outcome, call: Call): number | undefined {
    const { clock, random = Math.random } = this.#options;
    const now = clock.now();
    const found = classify(outcome, call);
    const repeats = found === "busy" ? call.repeats.busy++ : call.repeats.failed++;
    const delay = retryDelay(call.endpoint, outcome, { found, repeats, random });
    if (delay === undefined || now + delay >= call.pending.deadline) return undefined;
    if (found === "busy" && !(outcome instanceof TransportFailure)) {
      call.busySince ??= now;
      if (now - call.busySince >= patienceMs) {
        call.waiting?.(reasonOf(outcome, call.scrub) ?? `it is locked (${outcome.status})`);
      }
    }
    return delay;
  }

  #prepare(endpoint: Endpoint, request: ApiRequest): Call {
    const { apiKey, clock } = this.#options;
    const { method, prefix } = endpoint;
    const {
      body,
      deadline,
      urgent = method === "DELETE",
      sending = async () => undefined,
    } = request;
    const asked = { endpoint, words: this.#options.words };
    const isRefused = (response: WireResponse) => isTooManyRequests(response, asked);
    const label = labelOf(endpoint);
    return {
      ...asked,
      sending,
      scrub: createScrub([apiKey.reveal(), ...secretsIn(body), ...(request.secrets ?? [])]),
      pending: { prefix, label, urgent, deadline, signal: this.#stopping, isRefused },
      wire: wireOf(endpoint, request, apiKey),
      waiting: request.waiting,
      repeats: { busy: 0, failed: 0 },
      busySince: undefined,
      attempts: 0,
      queuedAt: clock.now(),
    };
  }

  /** One attempt. From here on it is not stopped with the process: it may be carried out already. */
  async #send(call: Call): Promise<WireResponse> {
    const { clock, transport } = this.#options;
    const { label, deadline } = call.pending;
    if (this.#stopping.aborted) throw stoppedError(label);
    const permittedAt = clock.now();
    await call.sending();
    if (this.#stopping.aborted) throw stoppedError(label);
    const startedAt = clock.now();
    if (startedAt - permittedAt > permitMs) {
      throw new TransportFailure("unsent", "its turn had passed before it could be noted");
    }
    try {
      const response = await withDeadline(clock, deadline, (signal) =>
        transport.send({ ...call.wire, signal }),
      );
      const requestId = requestIdIn(response, call.scrub);
      this.#record(call, startedAt, {
        phase: "answered",
        status: response.status,
        ...(requestId === undefined ? {} : { requestId }),
      });
      return response;
    } catch (error) {
      const phase = error instanceof TransportFailure ? error.phase : "sent";
      this.#record(call, startedAt, { phase });
      throw error;
    }
  }

  #record(
    call: Call,
    startedAt: number,
    end: Pick<AttemptRecord, "phase" | "status" | "requestId">,
  ): void {
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
      // A log that cannot be written must not lose an answer that may have a new object's id.
    }
  }
}

/** The request of a call, without its abort signal. */
export function wireOf(
  endpoint: Endpoint,
  request: Pick<ApiRequest, "params" | "query" | "body">,
  apiKey: ApiOptions["apiKey"],
): Omit<WireRequest, "signal"> {
  const { method, prefix } = endpoint;
  const { body } = request;
  const content = body === undefined ? {} : { "content-type": "application/json" };
  return {
    method,
    prefix,
    target: renderTarget(endpoint, request),
    headers: {
      authorization: apiKey.authorization(),
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "pulumi-hosting",
      ...content,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** Only a failure of the network is an outcome; any other error ends the call. */
function failureOf(error: unknown, { scrub }: Call): TransportFailure {
  if (error instanceof TransportFailure) return error;
  if (HostingError.isInstance(error)) throw error;
  throw new HostingError("bug", scrub(asHostingError(error).message));
}

function settle(outcome: Outcome, call: Call): Json {
  if (outcome instanceof TransportFailure) throw failureError(outcome, call);
  return readAnswer(outcome, call);
}

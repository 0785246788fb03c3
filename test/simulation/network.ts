import type { Platform } from "../../platform/index.ts";
import { createEmbeddedTransport } from "../../provider/http/transport/embedded-transport.ts";
import {
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from "../../provider/http/transport/transport.ts";
import { isBelow } from "../../provider/http/wire/target.ts";
import { type Fault, type FaultPlan, isCreate } from "./faults.ts";
import { LaggingLists } from "./lagging-lists.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./time.ts";
import { drawWindow, type Window } from "./windows.ts";
import { json } from "./worlds/json.ts";
import type { Send, Traits } from "./worlds/world.ts";

/** The parts of a network. */
interface NetworkParts {
  readonly platform: Platform;
  /** Where a key of somebody else leads. */
  readonly elsewhere: Platform;
  readonly worlds: readonly Traits[];
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: FaultPlan;
  readonly trace: (line: string) => void;
  /** Called when a request reaches the platform, which may carry it out later. */
  readonly arrived?: (request: WireRequest) => void;
  /** Called with every credential in an answer. */
  readonly onSecret: (secret: string) => void;
}

/** How a request ends for whoever sent it. */
interface End {
  readonly answer: (response: WireResponse) => void;
  readonly fail: (failure: TransportFailure) => void;
}

/** Undici's longest wait for an answer to begin. */
const silenceMs = 60_000;

/** The way to the platform, and back: slow, lossy, and with lists that lag behind. */
export class Network implements Transport {
  readonly #parts: NetworkParts;
  readonly #platform: Send;
  readonly #window: Window;
  readonly #lists: LaggingLists;
  /** Longest lag of a list. */
  readonly lagMs: number;
  #serial = 0;

  constructor(parts: NetworkParts) {
    this.#parts = parts;
    const { random, time, worlds } = parts;
    const embedded = createEmbeddedTransport(parts.platform);
    this.#platform = worlds.reduce<Send>(
      (next, { platform: layer }) => layer?.(next, parts) ?? next,
      (request) => embedded.send(request),
    );
    this.#window = drawWindow(random);
    const drawn = random.pick([0, 0, 5_000, 29_000]);
    // One list that lags and one that is empty by mistake are one rare thing too many (README.md).
    const lagMs = parts.faults.emptiesLists ? 0 : drawn;
    this.lagMs = lagMs;
    this.#lists = new LaggingLists({
      time,
      lagMs,
      random,
      fetch: (request) => this.#reach(request),
    });
    parts.trace(`lists lag ${lagMs / 1000} s`);
  }

  send(request: WireRequest): Promise<WireResponse> {
    const serial = ++this.#serial;
    const label = `#${serial} ${request.method} ${request.target} ${request.body ?? ""}`;
    const fault = this.#parts.faults.next(request);
    this.#parts.trace(`${label}${fault === undefined ? "" : ` !! ${JSON.stringify(fault)}`}`);
    return new Promise((resolve, reject) => {
      const end: End = {
        answer: (response) => {
          this.#parts.trace(`#${serial} → ${response.status} ${response.body.slice(0, 300)}`);
          resolve(response);
        },
        fail: (failure) => {
          this.#parts.trace(`#${serial} → ${failure.phase}: ${failure.reason}`);
          reject(failure);
        },
      };
      request.signal.addEventListener("abort", () => end.fail(timeUp()));
      this.#later(() => this.#deliver(request, fault, end));
    });
  }

  async close(): Promise<void> {}

  #later(happen: () => void | Promise<void>): void {
    const { random, time } = this.#parts;
    const latencyMs = random.chance(0.05) ? random.between(300, 5_000) : random.between(5, 150);
    time.after(latencyMs, () => void happen());
  }

  /** The request arrives, or what is to happen to it happens. */
  async #deliver(request: WireRequest, fault: Fault | undefined, end: End): Promise<void> {
    const isApplied = fault === undefined || isCarriedOut(fault);
    const silent = fault?.kind === "late" && fault.isTimeout;
    if (fault?.kind !== "unsent" && !silent) this.#parts.arrived?.(request);
    const response = isApplied ? await this.#apply(request) : page(500);
    if (fault?.kind === "late") {
      this.#parts.time.after(fault.afterMs, () => {
        if (silent) this.#parts.arrived?.(request);
        void this.#applyLate(request);
      });
    }
    if (silent) this.#parts.time.after(silenceMs, () => end.fail(silence()));
    else this.#later(() => hand(this.#show(request, comeBack(request, fault, response)), end));
  }

  /** How it looks on this platform. */
  #show(request: WireRequest, outcome: WireResponse | TransportFailure) {
    if (outcome instanceof TransportFailure) return outcome;
    return this.#parts.worlds.reduce(
      (answer, { shown }) => shown?.(request, answer) ?? answer,
      outcome,
    );
  }

  async #applyLate(request: WireRequest): Promise<void> {
    const { status } = await this.#apply(request);
    this.#parts.trace(`${request.method} ${request.target} arrives late: ${status}`);
  }

  async #apply(request: WireRequest): Promise<WireResponse> {
    const { time } = this.#parts;
    if (request.prefix === "/api/v1" && !this.#window.admits(time.now())) return tooMany(30);
    const response = await time.during(this.#lists.send(request));
    if (isCreate(request)) this.#noteSecrets(response.body);
    return response;
  }

  #noteSecrets(body: string): void {
    for (const [, secret] of body.matchAll(/"(?:secret|access)_key":"([^"]+)"/g)) {
      if (secret !== undefined) this.#parts.onSecret(secret);
    }
  }

  /** A request that leaves the pinned address never arrives anywhere. */
  #reach(request: WireRequest): Promise<WireResponse> {
    if (!isBelow(request.prefix, request.target)) throw new Error("outside of its prefix");
    return this.#platform({ ...request, signal: new AbortController().signal });
  }
}

function isCarriedOut(fault: Fault): boolean {
  if ("applied" in fault) return fault.applied;
  return ["cut", "halfList", "emptyList"].includes(fault.kind);
}

function hand(outcome: WireResponse | TransportFailure, end: End): void {
  if (outcome instanceof TransportFailure) end.fail(outcome);
  else end.answer(outcome);
}

/** The result: `answer` is the platform's, where it carried the request out. */
function comeBack(
  request: WireRequest,
  fault: Fault | undefined,
  answer: WireResponse,
): WireResponse | TransportFailure {
  switch (fault?.kind) {
    case undefined:
      return answer;
    case "unsent":
      return new TransportFailure("unsent", "the connection was refused");
    case "reset":
      return new TransportFailure("sent", "the connection was reset");
    case "cut":
      return { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
    case "status":
      return echo(fault.status, request);
    case "late":
      return echo(504, request);
    case "page":
      return page(200);
    case "throttled":
      return tooMany(fault.retryAfter);
    case "denied":
      return fault.status < 404 ? echo(fault.status, request) : page(fault.status);
    case "emptyList":
      return answer.body.startsWith("[") ? json(200, []) : answer;
    case "halfList":
      return halfOf(answer);
  }
}

/** A server that repeats in its error what it was sent, secrets included. */
function echo(status: number, { headers, body = "" }: WireRequest): WireResponse {
  return json(status, { error: `trouble with ${headers["authorization"]} and ${body}` });
}

function page(status: number): WireResponse {
  return { status, headers: { "content-type": "text/html" }, body: "<html>sign in</html>" };
}

function tooMany(retryAfter: number | undefined): WireResponse {
  const refused = json(429, { error: "too many requests" });
  if (retryAfter === undefined) return refused;
  return { ...refused, headers: { ...refused.headers, "retry-after": String(retryAfter) } };
}

function halfOf(answer: WireResponse): WireResponse {
  const items: unknown = answer.status === 200 ? JSON.parse(answer.body) : undefined;
  if (!Array.isArray(items)) return answer;
  return json(200, { items: items.slice(0, items.length / 2), has_more: true });
}

function timeUp(): TransportFailure {
  return new TransportFailure("sent", "the operation's time was over", { timedOut: true });
}

function silence(): TransportFailure {
  return new TransportFailure("sent", "no answer within 60 s", { timedOut: true });
}

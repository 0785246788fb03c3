import type { IncomingHttpHeaders } from "node:http";
import { type Dispatcher, Pool } from "undici";
import type { Prefix } from "../../../contract/endpoints.ts";
import { HostingError } from "../../errors.ts";
import { isBelow } from "../wire/target.ts";
import {
  codeOf,
  type FailedPhase,
  reasonOf,
  type Transport,
  TransportFailure,
  timeOver,
  type WireRequest,
  type WireResponse,
} from "./transport.ts";

/**
 * A transport over sockets. Each origin has a pool of its own that can reach no other host;
 * redirects are answers like any other and never followed.
 */
export function createUndiciTransport(origins: Origins): Transport {
  const console = new Pool(origins.baseUrl, poolOptions);
  const second =
    origins.apiBaseUrl === origins.baseUrl ? console : new Pool(origins.apiBaseUrl, poolOptions);
  const pools: Readonly<Record<Prefix, Dispatcher>> = {
    "/api/v1": console,
    "/api/v2": console,
    "/v1": second,
  };
  return {
    send: (request) => send(pools[request.prefix], request),
    close: async () => {
      const open = [...new Set([console, second])].filter((pool) => !pool.closed);
      await Promise.all(open.map((pool) => pool.close()));
    },
  };
}

/** The two hosts of the platform (spec 1), as origins. */
interface Origins {
  /** Console host: `/api/v1` and `/api/v2`. */
  readonly baseUrl: string;
  /** Second host: `/v1`. */
  readonly apiBaseUrl: string;
}

const mebibyte = 1024 * 1024;

const poolOptions: Pool.Options = {
  // HTTP/2 in undici resends requests on its own after some connection failures.
  allowH2: false,
  connections: 8,
  pipelining: 1,
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 20_000,
  connectTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
  maxResponseSize: 8 * mebibyte,
  // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 would change the default.
  connect: { rejectUnauthorized: true, minVersion: "TLSv1.2" },
};

async function send(pool: Dispatcher, request: WireRequest): Promise<WireResponse> {
  const { prefix, target, method, headers, body = null } = request;
  // undici would take "//other.host/x" as a path, so this is the last look at it.
  if (!isBelow(prefix, target)) {
    throw new HostingError(
      "bug",
      `${method} ${prefix} was not sent: its path leaves the prefix. Please report it.`,
    );
  }
  return await new Promise((resolve, reject) => {
    const exchange = new Exchange({ resolve, reject }, request.signal);
    if (!exchange.ended)
      pool.dispatch({ path: target, method, headers: { ...headers }, body }, exchange);
  });
}

/** The promise an exchange settles. */
interface Settle {
  readonly resolve: (response: WireResponse) => void;
  readonly reject: (failure: TransportFailure) => void;
}

/** Codes of Node for a certificate that is expired, unknown, or another host's. */
const certificateProblem = /CERT|_SIGNATURE$/;

/**
 * One request as undici reports on it. `onRequestStart` comes right before the first byte is
 * written and not at all for a connection that was not made: that line divides unsent from sent.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #settle: Settle;
  readonly #signal: AbortSignal;
  readonly #chunks: Buffer[] = [];
  readonly #onAbort = () => this.#fail(timeOver, { timedOut: true });
  #phase: FailedPhase = "unsent";
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Record<string, string> = {};
  #ended = false;

  constructor(settle: Settle, signal: AbortSignal) {
    this.#settle = settle;
    this.#signal = signal;
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener("abort", this.#onAbort);
  }

  /** True once the promise is settled. */
  get ended(): boolean {
    return this.#ended;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) {
      controller.abort(new Error(timeOver));
      return;
    }
    this.#phase = "sent";
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        [value].flat().join(", "),
      ]),
    );
    const encoding = this.#headers["content-encoding"] ?? "identity";
    // A few kilobytes of gzip can hold gigabytes, so none is asked for and none is taken.
    if (encoding !== "identity") this.#fail("the answer is compressed, which was not asked for");
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#end()) return;
    const body = Buffer.concat(this.#chunks).toString("utf8");
    this.#settle.resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const code = codeOf(error);
    const timedOut = /TIMEOUT$/.test(code);
    this.#fail(reasonOf(code), { timedOut, permanent: certificateProblem.test(code) });
  }

  #fail(reason: string, details: { timedOut?: boolean; permanent?: boolean } = {}): void {
    if (!this.#end()) return;
    this.#settle.reject(new TransportFailure(this.#phase, reason, details));
    this.#controller?.abort(new Error(reason));
  }

  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#signal.removeEventListener("abort", this.#onAbort);
    return true;
  }
}

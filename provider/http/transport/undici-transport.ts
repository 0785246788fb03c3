import type { IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import type { Prefix } from "../../../contract/endpoints.ts";
import { HostingError } from "../../errors.ts";
import { isLoopback } from "../wire/origin.ts";
import { isBelow } from "../wire/target.ts";
import {
  codeOf,
  type FailedPhase,
  type FailureDetails,
  reasonOf,
  type Transport,
  TransportFailure,
  timeOver,
  type WireRequest,
  type WireResponse,
} from "./transport.ts";

/**
 * A transport over sockets. Each origin has separate connections, which can reach no other host;
 * redirects are answers like any other and never followed.
 *
 * @throws HostingError `settings` for a proxy in the environment that is none.
 */
export function createUndiciTransport({ baseUrl, apiBaseUrl }: Origins): Transport {
  const console = openHost(baseUrl);
  const second = apiBaseUrl === baseUrl ? console : openHost(apiBaseUrl);
  const hosts: Readonly<Record<Prefix, Host>> = {
    "/api/v1": console,
    "/api/v2": console,
    "/v1": second,
  };
  let closed: Promise<unknown> | undefined;
  return {
    send: (request) => send(hosts[request.prefix], request),
    close: async () => {
      closed ??= Promise.all([...new Set([console, second])].map(({ way }) => way.close()));
      await closed;
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

/** One of them, and the way there. */
interface Host {
  readonly origin: string;
  readonly way: Dispatcher;
  /** The proxy that is used; undefined until one is. */
  readonly proxy: () => string | undefined;
}

const longestAnswer = 8 * 1024 * 1024;

const tls = {
  // HTTP/2 in undici resends requests on its own after some connection failures.
  allowH2: false,
  // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 would change the default.
  rejectUnauthorized: true,
  minVersion: "TLSv1.2",
  timeout: 10_000,
} as const satisfies buildConnector.BuildOptions;

const connections = {
  allowH2: false,
  connections: 8,
  pipelining: 1,
  keepAliveTimeout: 4000,
  keepAliveMaxTimeout: 20_000,
  headersTimeout: 60_000,
  bodyTimeout: 30_000,
  maxResponseSize: longestAnswer,
} as const satisfies Pool.Options;

/** This machine is asked directly; other hosts as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say, in undici's reading. */
function openHost(origin: string): Host {
  if (isLoopback(new URL(origin).hostname)) {
    const way = new Pool(origin, { ...connections, connect: tls });
    return { origin, way, proxy: () => undefined };
  }
  let proxy: string | undefined;
  const connectToProxy = buildConnector(tls);
  try {
    const way = new EnvHttpProxyAgent({
      ...connections,
      connect: tls,
      requestTls: tls,
      clientFactory: ({ origin: address, host }) =>
        new Pool(address, {
          ...{ allowH2: false, headersTimeout: tls.timeout },
          connect: (target, done) => {
            proxy = host;
            connectToProxy(target, done);
          },
        }),
    });
    return { origin, way, proxy: () => proxy };
  } catch {
    // The error may quote the proxy's password.
    throw new HostingError(
      "settings",
      "The proxy in HTTPS_PROXY or HTTP_PROXY was not accepted, so nothing was sent. Write it like http://proxy.example:3128.",
    );
  }
}

async function send(host: Host, request: WireRequest): Promise<WireResponse> {
  const { prefix, target, method, headers, body = null } = request;
  // undici would take "//other.host/x" as a path, so this is the last look at it.
  if (!isBelow(prefix, target)) {
    throw new HostingError(
      "bug",
      `${method} ${prefix} was not sent: its path leaves the prefix. Please report it.`,
    );
  }
  const { origin, way, proxy } = host;
  return await new Promise((resolve, reject) => {
    const exchange = new Exchange({ resolve, reject }, { signal: request.signal, proxy });
    if (!exchange.ended)
      way.dispatch({ origin, path: target, method, headers: { ...headers }, body }, exchange);
  });
}

/** The promise an exchange settles. */
interface Settle {
  readonly resolve: (response: WireResponse) => void;
  readonly reject: (failure: TransportFailure) => void;
}

/** Codes for a certificate that is expired, unknown, or another host's, and for headers that stay as long as they are. */
const permanentProblem = /CERT|_SIGNATURE$|_PRX_TLS$|HEADERS_OVERFLOW$/;

/**
 * One request as undici reports on it. `onRequestStart` comes right before the first byte is
 * written and not at all for a connection that was not made: that line divides unsent from sent.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #settle: Settle;
  readonly #signal: AbortSignal;
  readonly #proxy: Host["proxy"];
  readonly #chunks: Buffer[] = [];
  readonly #onAbort = () => this.#fail(timeOver, { timedOut: true });
  #phase: FailedPhase = "unsent";
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Record<string, string> = {};
  #ended = false;

  constructor(
    settle: Settle,
    { signal, proxy }: Pick<WireRequest, "signal"> & Pick<Host, "proxy">,
  ) {
    this.#settle = settle;
    this.#signal = signal;
    this.#proxy = proxy;
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
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const read = decoded(Buffer.concat(this.#chunks), this.#headers["content-encoding"]);
    if (typeof read === "object") {
      this.#fail(read.problem);
      return;
    }
    if (!this.#end()) return;
    const proxy = this.#proxy();
    this.#settle.resolve({ status: this.#status, headers: this.#headers, body: read, proxy });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const code = codeOf(error);
    const timedOut = /TIMEOUT$/.test(code);
    const reason = this.#phase === "unsent" ? tunnelProblem(error) : undefined;
    this.#fail(reason ?? reasonOf(code), { timedOut, permanent: permanentProblem.test(code) });
  }

  #fail(reason: string, details: FailureDetails = {}): void {
    if (!this.#end()) return;
    const proxy = this.#proxy();
    this.#settle.reject(new TransportFailure(this.#phase, reason, { ...details, proxy }));
    this.#controller?.abort(new Error(reason));
  }

  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#signal.removeEventListener("abort", this.#onAbort);
    return true;
  }
}

/** Why a proxy opened no tunnel, if that is why: undici has the status of its answer in the message alone. */
function tunnelProblem(error: Error): string | undefined {
  const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? [];
  if (status === "407") return "the proxy asks for a user name and a password (407)";
  if (status !== undefined) return `the proxy opened no way to it (${status})`;
  return codeOf(error) === "UND_ERR_HEADERS_TIMEOUT"
    ? "the proxy gave no answer within 10 s"
    : undefined;
}

type Decode = (body: Buffer, bound: { readonly maxOutputLength: number }) => Buffer;

/** Some proxies and servers compress although we ask for `identity`. */
const decoders = new Map<string, Decode>([
  ["gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
  ["zstd", zstdDecompressSync],
]);

/** The text of an answer, without a byte order mark. A few kilobytes can unpack to gigabytes, so the bound is on the result. */
function decoded(body: Buffer, encoding = "identity"): string | { readonly problem: string } {
  // An empty body is not compressed, whatever the header says.
  if (body.length === 0) return "";
  const decode = decoders.get(encoding.toLowerCase());
  if (encoding !== "identity" && decode === undefined) {
    return { problem: "the answer is compressed in an unknown way" };
  }
  try {
    const bytes = decode === undefined ? body : decode(body, { maxOutputLength: longestAnswer });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    const isLarge = codeOf(error) === "ERR_BUFFER_TOO_LARGE";
    return { problem: isLarge ? tooLarge : "the answer is compressed and cannot be read" };
  }
}

const tooLarge = reasonOf("UND_ERR_RES_EXCEEDED_MAX_SIZE");

import type { Method, Prefix } from "../../../contract/endpoints.ts";

/** The way to the platform: sockets, or the embedded platform in the same process. */
export interface Transport {
  /** @throws TransportFailure when no whole answer came back. */
  send(request: WireRequest): Promise<WireResponse>;
  close(): Promise<void>;
}

/** One request as a transport sends it: everything is checked and rendered before. */
export interface WireRequest {
  readonly method: Method;
  readonly prefix: Prefix;
  /** Absolute path with the prefix and the encoded segments, plus `?query` where there is one. */
  readonly target: string;
  /** Lower-case header names; holds the bearer key, so it is never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts when the operation's time is over. */
  readonly signal: AbortSignal;
}

/** An answer with its whole body, which a transport bounds in size. */
export interface WireResponse {
  readonly status: number;
  /** Lower-case header names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Host and port of the proxy that it came through. */
  readonly proxy?: string | undefined;
}

/** How far a failed attempt got: decides what may be done next. */
export type FailedPhase =
  /** Nothing left this machine: the request can be sent again. */
  | "unsent"
  /** The request may have arrived and been carried out. */
  | "sent";

/** A request without a usable answer. `reason` names the problem and holds no header or body. */
export class TransportFailure extends Error {
  readonly phase: FailedPhase;
  readonly reason: string;
  /** True when we stopped waiting: the request may still be under way. */
  readonly timedOut: boolean;
  /**
   * True when it would fail in the same way again: the server does not prove to be who it should be, or the headers of
   * its answers are too large.
   */
  readonly permanent: boolean;
  /** Host and port of the proxy that it was to go through. */
  readonly proxy: string | undefined;

  constructor(phase: FailedPhase, reason: string, details: FailureDetails = {}) {
    const { timedOut = false, permanent = false, proxy } = details;
    super(reason);
    this.name = "TransportFailure";
    this.phase = phase;
    this.reason = reason;
    this.timedOut = timedOut;
    this.permanent = permanent;
    this.proxy = proxy;
  }
}

/** Known facts about a failure besides its reason. */
export type FailureDetails = Partial<Pick<TransportFailure, "timedOut" | "permanent" | "proxy">>;

/** Why a request has no answer when its signal aborts. */
export const timeOver = "the operation's time was over";

/** The meaning of undici's and Node's error codes; other codes are shown as they are. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "the connection was refused"],
  ["ECONNRESET", "the connection was reset"],
  ["EPIPE", "the connection was closed"],
  ["ENOTFOUND", "the host name was not found"],
  ["EAI_AGAIN", "the host name could not be looked up"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "the server's certificate is self-signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "the server's certificate is of an authority unknown here"],
  ["UNABLE_TO_GET_ISSUER_CERT", "the server's certificate is of an authority unknown here"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "the server's certificate is of an authority unknown here"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "the server's certificate is of an authority unknown here"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the server's certificate is of another host"],
  ["CERT_HAS_EXPIRED", "the server's certificate has expired"],
  ["UND_ERR_PRX_CONN", "the proxy closed the connection"],
  ["UND_ERR_PRX_TLS", "the proxy's certificate is of another host"],
  ["UND_ERR_SOCKET", "the connection was closed before the whole answer came"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "the answer was cut off"],
  ["UND_ERR_CONNECT_TIMEOUT", "no connection within 10 s"],
  ["UND_ERR_HEADERS_TIMEOUT", "no answer within 60 s"],
  ["UND_ERR_BODY_TIMEOUT", "the answer stopped for 30 s"],
  [
    "UND_ERR_HEADERS_OVERFLOW",
    "the answer's headers are larger than Node reads, 16 KiB by default: set NODE_OPTIONS=--max-http-header-size=65536",
  ],
  ["UND_ERR_RES_EXCEEDED_MAX_SIZE", "the answer is larger than 8 MiB"],
]);

/** The code of an error; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Words for an error's code; its message is left out, because it may quote what was sent. */
export function reasonOf(code: string): string {
  if (!/^[A-Z0-9_]{1,64}$/.test(code)) return "the connection failed";
  return reasons.get(code) ?? `the connection failed (${code})`;
}

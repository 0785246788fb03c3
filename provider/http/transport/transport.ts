import type { Method, Prefix } from "../../../contract/endpoints.ts";

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
  /** True when we stopped waiting: what was sent may still be under way. */
  readonly timedOut: boolean;
  /** True when it would fail in the same way again: the server does not prove to be who it should be. */
  readonly permanent: boolean;

  constructor(phase: FailedPhase, reason: string, { timedOut = false, permanent = false } = {}) {
    super(reason);
    this.name = "TransportFailure";
    this.phase = phase;
    this.reason = reason;
    this.timedOut = timedOut;
    this.permanent = permanent;
  }
}

/** The way to the platform: sockets, or the embedded platform in the same process. */
export interface Transport {
  /** @throws TransportFailure when no whole answer came back. */
  send(request: WireRequest): Promise<WireResponse>;
  close(): Promise<void>;
}

import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { codeOf, reasonOf, timeOver } from "./reasons.ts";
import { type FailedPhase, TransportFailure, type WireResponse } from "./transport.ts";

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
export class Exchange implements Dispatcher.DispatchHandler {
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

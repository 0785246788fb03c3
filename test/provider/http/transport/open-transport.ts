import { onTestFinished } from "vitest";
import {
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from "../../../../provider/http/transport/transport.ts";
import { createUndiciTransport } from "../../../../provider/http/transport/undici-transport.ts";

/** The real transport to a test's servers, closed with the test. */
export function open(baseUrl: string, apiBaseUrl = baseUrl): Transport {
  const transport = createUndiciTransport({ baseUrl, apiBaseUrl });
  onTestFinished(() => transport.close());
  return transport;
}

/** A GET of volumes, with changes. */
export function request(changes: Partial<WireRequest> = {}): WireRequest {
  const { signal } = new AbortController();
  return { method: "GET", prefix: "/v1", target: "/v1/volumes", headers: {}, signal, ...changes };
}

/** The error of a request without an answer. */
export async function failureOf(
  sent: Promise<WireResponse>,
): Promise<Pick<TransportFailure, "phase" | "reason">> {
  const error = await sent.then(
    () => new Error("an answer came"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TransportFailure)) throw error;
  return { phase: error.phase, reason: error.reason };
}

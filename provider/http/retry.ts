import type { Method } from "../contract/endpoints.ts";
import { HostingError } from "../errors.ts";
import { addressSetting, type CallContext, isUnclear } from "./answer.ts";
import { labelOf } from "./target.ts";
import { TransportFailure, type WireResponse } from "./transport.ts";

/** What an attempt ended with. */
export type Outcome = WireResponse | TransportFailure;

/** Repeats after the first attempt, and the bounds of the wait before the n-th of them. */
export const retryPolicy = { retries: 3, baseMs: 250, capMs: 8000 } as const;

/**
 * Milliseconds to wait before the request is sent again; undefined when it is not. What left this
 * machine is repeated only for reads: the platform has no idempotency keys (spec 4).
 */
export function retryDelay(
  method: Method,
  outcome: Outcome,
  { retries, random }: { readonly retries: number; readonly random: () => number },
): number | undefined {
  if (retries >= retryPolicy.retries || !isRepeatable(method, outcome)) return undefined;
  return random() * Math.min(retryPolicy.capMs, retryPolicy.baseMs * 2 ** retries);
}

/** The error for a request that got no answer. */
export function failureError(failure: TransportFailure, { endpoint }: CallContext): HostingError {
  const label = labelOf(endpoint);
  if (failure.phase === "unsent") {
    return new HostingError(
      "unsent",
      `${label} was not sent: ${failure.reason}. Nothing was changed; check the network and ${addressSetting(endpoint)}, then try again.`,
    );
  }
  if (endpoint.method === "GET") {
    return new HostingError(
      "platform",
      `${label} got no answer: ${failure.reason}. Nothing was changed; try again later.`,
    );
  }
  return new HostingError(
    "unknownOutcome",
    `${label} has an unknown outcome: it was sent, but ${failure.reason}. Look in the console whether it was carried out before you run \`pulumi up\` again.`,
  );
}

function isRepeatable(method: Method, outcome: Outcome): boolean {
  if (outcome instanceof TransportFailure) return outcome.phase === "unsent" || method === "GET";
  return method === "GET" && isUnclear(outcome.status);
}

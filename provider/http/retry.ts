import { effectOf } from "../../contract/effects.ts";
import { HostingError } from "../errors.ts";
import { addressSetting, type CallContext } from "./answer.ts";
import { classify, type Outcome, settlesInMs, verdicts } from "./outcomes.ts";
import { TransportFailure } from "./transport/transport.ts";
import { labelOf } from "./wire/target.ts";

/** Repeats after the first attempt, and the bounds of the wait before the n-th of them. */
export const retryPolicy = { retries: 3, baseMs: 250, capMs: 8000 } as const;

/** The same while something else is being done to the object: three quarters of a minute. */
const lockedPolicy = { retries: 8, baseMs: 1000, capMs: 8000 } as const;

/** Milliseconds to wait before the request is sent again; undefined when it is not. */
export function retryDelay(
  { endpoint }: Pick<CallContext, "endpoint">,
  outcome: Outcome,
  { retries, random }: { readonly retries: number; readonly random: () => number },
): number | undefined {
  if (outcome instanceof TransportFailure && outcome.permanent) return undefined;
  const found = classify(outcome);
  const verdict = verdicts[found][effectOf(endpoint)];
  const policy = found === "locked" ? lockedPolicy : retryPolicy;
  if (retries >= policy.retries || verdict !== "repeat") return undefined;
  const longest = Math.min(policy.capMs, policy.baseMs * 2 ** retries);
  return found === "locked" ? longest : random() * longest;
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
    { doubt: { applied: false, settlesInMs: settlesInMs(failure) } },
  );
}

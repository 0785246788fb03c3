import type { Endpoint } from "../../contract/endpoints.ts";
import { withDeadline } from "../clock.ts";
import { asHostingError, type HostingError } from "../errors.ts";
import { createScrub } from "../scrub.ts";
import { failureError, readAnswer } from "./answer.ts";
import { type ApiOptions, wireOf } from "./api.ts";
import { TransportFailure } from "./transport/transport.ts";
import { labelOf } from "./wire/target.ts";

/** The result of one look at the platform. */
export interface Reading {
  /** The error of the answer, or why there was none; the same error as a call would have thrown. */
  readonly error: HostingError | undefined;
  /** Headers of the answer, in lower case; none where there was none. */
  readonly headers: Readonly<Record<string, string>>;
  /** Host and port of the proxy that it came through. */
  readonly proxy: string | undefined;
}

/** Reads once and repeats nothing, to see how the platform answers rather than what. */
export async function readOnce(
  { transport, apiKey, limiter, clock }: Omit<ApiOptions, "random" | "log" | "stopping">,
  endpoint: Endpoint,
  { deadline, signal }: { readonly deadline: number; readonly signal: AbortSignal },
): Promise<Reading> {
  const context = { endpoint, scrub: createScrub([apiKey.reveal()]) };
  const pending = { prefix: endpoint.prefix, label: labelOf(endpoint), urgent: false };
  let answered: Omit<Reading, "error"> = { headers: {}, proxy: undefined };
  try {
    const response = await limiter.send({ ...pending, deadline, signal }, async () => {
      const answer = await withDeadline(clock, deadline, (timeUp) =>
        transport.send({
          ...wireOf(endpoint, {}, apiKey),
          signal: AbortSignal.any([timeUp, signal]),
        }),
      );
      answered = { headers: answer.headers, proxy: answer.proxy };
      // If this returned a 429, the limiter would send the request again; an error ends it.
      if (answer.status === 429) readAnswer(answer, context);
      return answer;
    });
    readAnswer(response, context);
    return { error: undefined, ...answered };
  } catch (error) {
    const isFailure = error instanceof TransportFailure;
    return { error: isFailure ? failureError(error, context) : asHostingError(error), ...answered };
  }
}

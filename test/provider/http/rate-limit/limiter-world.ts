import type { Prefix } from "../../../../contract/endpoints.ts";
import {
  createRateLimiter,
  type RateLimiter,
} from "../../../../provider/http/rate-limit/rate-limiter.ts";
import type { WireResponse } from "../../../../provider/http/transport/transport.ts";
import { FakeClock } from "../fake-clock.ts";

/** An answer without a body. */
export const answer = (status: number, headers: Record<string, string> = {}): WireResponse => ({
  status,
  headers,
  body: "",
});

/** A limiter in virtual time, and when requests left through it. */
export function world(requestsPerMinute?: number, random = 0) {
  const clock = new FakeClock();
  const limiter = createRateLimiter({
    clock,
    random: () => random,
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
  });
  const start = clock.now();
  const sends: number[] = [];
  const send = (
    latency: number,
    {
      prefix = "/api/v1",
      urgent = false,
      timeout = Number.POSITIVE_INFINITY,
      answers = [answer(200)],
    }: Options = {},
  ) => {
    const replies = [...answers];
    return attemptWith(limiter, { prefix, urgent, deadline: clock.now() + timeout }, async () => {
      sends.push(clock.now() - start);
      await clock.sleep(latency);
      return replies.length > 1 ? (replies.shift() ?? answer(500)) : (replies[0] ?? answer(500));
    });
  };
  return { clock, limiter, start, sends, send };
}

/** The purpose of a request, its time limit and its answer. */
export interface Options {
  readonly prefix?: Prefix;
  readonly urgent?: boolean;
  readonly timeout?: number;
  readonly answers?: readonly WireResponse[];
}

/** Sends one request of any kind. */
export function attemptWith(
  limiter: RateLimiter,
  request: { prefix: Prefix; deadline: number; urgent?: boolean; signal?: AbortSignal },
  attempt: () => Promise<WireResponse>,
): Promise<WireResponse> {
  return limiter.send(
    { urgent: false, ...request, label: `POST ${request.prefix}/instances` },
    attempt,
  );
}

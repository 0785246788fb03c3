import type { Clock } from "../../provider/clock.ts";
import { createRateLimiter } from "../../provider/http/rate-limit/rate-limiter.ts";
import type { Client, Policy } from "./simulate.ts";

const second = 1000;

/** Our limiter, as the request engine uses it. */
export const ours = oursWith({ requestsPerMinute: undefined });

/** The same where HOSTING_REQUESTS_PER_MINUTE is set. */
export function oursWith(setting: { readonly requestsPerMinute: number | undefined }): Policy {
  return {
    name: "pulumi-hosting",
    create(clock, random) {
      const limiter = createRateLimiter({ clock, random, ...setting });
      const request = {
        prefix: "/api/v1",
        label: "POST /api/v1/instances",
        priority: "write",
        deadline: Number.POSITIVE_INFINITY,
      } as const;
      return async (send) => {
        await limiter.send(request, async () => ({ status: await send(), headers: {}, body: "" }));
        return true;
      };
    },
  };
}

/** What other clients do by default, cut down to what matters when a platform answers 429. */
export const others: readonly Policy[] = [
  {
    name: "hcloud-go",
    create: (clock, random) =>
      repeating(clock, 6, (retry) => {
        const longest = Math.min(60 * second, second * 2 ** retry);
        return second + random() * (longest - second);
      }),
  },
  {
    name: "AWS standard",
    create(clock, random) {
      let quota = 500;
      const cost = 5;
      return repeating(clock, 3, (retry) => {
        if (quota < cost) return undefined;
        quota -= cost;
        return random() * Math.min(20 * second, second * 2 ** retry);
      });
    },
  },
  {
    name: "undici RetryAgent",
    create: (clock) =>
      repeating(clock, 6, (retry) => Math.min(30 * second, (second / 2) * 2 ** retry)),
  },
  {
    name: "one per second",
    create(clock) {
      let next = clock.now();
      return async (send) => {
        for (;;) {
          const at = Math.max(next, clock.now());
          next = at + second;
          await clock.sleep(at - clock.now());
          if ((await send()) !== 429) return true;
        }
      };
    },
  },
];

/** Sends up to `attempts` times, after the wait that is given; gives up when there is none. */
function repeating(
  clock: Clock,
  attempts: number,
  waitBefore: (retry: number) => number | undefined,
): Client {
  return async (send) => {
    for (let retry = 0; ; retry += 1) {
      if ((await send()) !== 429) return true;
      const wait = retry + 1 < attempts ? waitBefore(retry) : undefined;
      if (wait === undefined) return false;
      await clock.sleep(wait);
    }
  };
}

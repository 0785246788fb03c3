import { describe, expect, test } from "vitest";
import { LocalPermits, type PermitPool } from "../../../../provider/http/rate-limit/permits.ts";
import { createRateLimiter } from "../../../../provider/http/rate-limit/rate-limiter.ts";
import {
  TransportFailure,
  type WireResponse,
} from "../../../../provider/http/transport/transport.ts";
import { FakeClock } from "../fake-clock.ts";
import { hostingErrorOf } from "../hosting-error.ts";
import { answer, attemptWith, world } from "./limiter-world.ts";

const second = 1000;
const minute = 60 * second;

describe("a 429", () => {
  const refusal = (seconds: string) => answer(429, { "retry-after": seconds });

  test("stops the queue for as long as the platform asks, and the refused go first", async () => {
    const { clock, limiter, start } = world();
    const order: string[] = [];
    let refusals = 0;
    const all = Array.from({ length: 12 }, (_, index) =>
      attemptWith(limiter, { prefix: "/api/v1", deadline: Number.POSITIVE_INFINITY }, async () => {
        order.push(`${index} at ${clock.now() - start}`);
        await clock.sleep(10);
        if (index > 1 || refusals >= 2) return answer(200);
        refusals += 1;
        return refusal("7");
      }),
    );
    await clock.during(Promise.all(all));
    expect(order.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, index) => `${index} at 0`));
    // One asks whether the platform accepts again, and each success lets one more be under way.
    expect(order.slice(8)).toEqual([
      "0 at 7010",
      "1 at 7020",
      "8 at 7030",
      "9 at 7030",
      "10 at 7040",
      "11 at 7040",
    ]);
  });

  test("with a shorter pause does not end a longer one", async () => {
    const { clock, sends, send } = world();
    const all = [
      send(0, { answers: [refusal("50"), answer(200)] }),
      send(0, { answers: [refusal("5"), answer(200)] }),
    ];
    await clock.during(Promise.all(all));
    expect(sends).toEqual([0, 0, 50 * second, 50 * second]);
  });

  test("is an error at once when the pause passes the deadline", async () => {
    const { clock, start, send } = world();
    const sent = send(10, { timeout: 30 * second, answers: [refusal("60")] });
    const error = await hostingErrorOf(clock.during(sent));
    expect(error.code).toBe("rateLimit");
    expect(error.message).toContain("POST /api/v1/instances was not carried out");
    expect(error.message).toContain("60 s");
    expect(clock.now() - start).toBe(10);
  });

  test("without a pause is tried after 1, 2, 4, 8, 16, 32 and 60 s, one at a time", async () => {
    const { clock, start, sends, send } = world();
    const sent = Array.from({ length: 3 }, () =>
      hostingErrorOf(send(0, { timeout: 5 * minute, answers: [answer(429)] })),
    );
    const errors = await clock.during(Promise.all(sent));
    for (const { code, message } of errors) {
      expect(code).toBe("rateLimit");
      expect(message).toContain("in 60 s");
    }
    // At 60 s the permits of the first three are back: a window may have moved on.
    const probes = [1, 3, 7, 15, 31, 60, 120, 180, 240].map((seconds) => seconds * second);
    expect(sends).toEqual([0, 0, 0, ...probes]);
    // The next one would come at 5 min, when the time is over.
    expect(clock.now() - start).toBe(4 * minute);
  });

  test("is looked at again when the server's clock begins a new minute", async () => {
    const { clock, sends, send } = world();
    const late = answer(429, { date: "Fri, 20 Nov 2026 12:00:40 GMT" });
    await clock.during(send(0, { answers: [late, late, late, answer(200)] }));
    // Every answer says 40 s past the minute, so the third probe comes 20 s after the second.
    expect(sends).toEqual([0, second, 3 * second, 7 * second]);
    const { clock: slow, sends: times, send: again } = world();
    const refusals = new Array<WireResponse>(6).fill(late);
    await slow.during(again(0, { answers: [...refusals, answer(200)] }));
    expect(times.slice(-2)).toEqual([31 * second, 51 * second]);
  });

  test("that a probe gets no answer to is tried again", async () => {
    const { clock, limiter, start } = world();
    const request = { prefix: "/api/v1", deadline: Number.POSITIVE_INFINITY } as const;
    const times: number[] = [];
    const lost = attemptWith(limiter, request, async () => {
      times.push(clock.now() - start);
      if (times.length === 1) return answer(429);
      throw new TransportFailure("sent", "reset");
    });
    const other = clock.sleep(1).then(() =>
      attemptWith(limiter, request, async () => {
        times.push(clock.now() - start);
        return answer(200);
      }),
    );
    await expect(clock.during(lost)).rejects.toThrow("reset");
    await other;
    expect(times).toEqual([0, second, 3 * second]);
  });

  test("whose probe was lost has no permit left to go under: who cannot wait is told at once", async () => {
    const { clock, limiter, start, send } = world(1);
    const request = { prefix: "/api/v1", deadline: Number.POSITIVE_INFINITY } as const;
    let attempts = 0;
    const lost = attemptWith(limiter, request, async () => {
      attempts += 1;
      if (attempts === 1) return answer(429);
      throw new TransportFailure("sent", "reset");
    });
    await expect(clock.during(lost)).rejects.toThrow("reset");
    const error = await hostingErrorOf(send(0, { timeout: minute }));
    expect(error.message).toContain("in 150 s");
    expect(clock.now() - start).toBe(second);
  });

  test("keeps its permit where another program takes the last one right after it was seen", async () => {
    const clock = new FakeClock();
    const start = clock.now();
    const own = new LocalPermits(() => clock.now());
    const isOtherThere = () => clock.now() === start + 31 * second;
    const pool: PermitPool = {
      take: (limit) => own.take(limit),
      returns: () => own.returns(),
      freeAt: (limit) => {
        const at = own.freeAt(limit);
        if (isOtherThere()) own.take(limit)?.end("answered");
        return at;
      },
    };
    const options = { clock, random: () => 0, requestsPerMinute: 3, poolOf: () => pool };
    const limiter = createRateLimiter(options);
    const sends: number[] = [];
    const send = (...answers: readonly WireResponse[]) => {
      const rest = [...answers];
      return attemptWith(limiter, { prefix: "/api/v1", deadline: Infinity }, async () => {
        sends.push(clock.now() - start);
        return rest.shift() ?? answer(200);
      });
    };
    await clock.during(send(refusal("30")));
    await clock.runUntil(start + 31 * second);
    await clock.during(send());
    expect(sends).toEqual([0, 30 * second, minute]);
  });

  test("is an error once the time is over while the platform is asked again", async () => {
    const { clock, start, send } = world();
    const answers = [answer(429), answer(200)];
    const probe = send(20 * second, { timeout: minute, answers });
    const waiting = hostingErrorOf(
      send(20 * second, { timeout: 30 * second, answers: [answer(429), answer(200)] }),
    );
    const ended = waiting.then(() => clock.now() - start);
    await clock.during(probe);
    const error = await waiting;
    expect([error.code, await ended]).toEqual(["rateLimit", 30 * second]);
    expect(error.message).toContain("the platform refused it");
    expect(error.message.length).toBeLessThanOrEqual(300);
  });
});

import { describe, expect, test } from "vitest";
import { TransportFailure } from "../../../../provider/http/transport/transport.ts";
import { errorOf } from "../../../support/session.ts";
import { answer, attemptWith, world } from "./limiter-world.ts";

const second = 1000;
const minute = 60 * second;

describe("a 429", () => {
  const refusal = (seconds: string) => answer(429, { "retry-after": seconds });

  test("stops the queue for as long as the platform asks, and sends the refused first", async () => {
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
      "8 at 7020",
      "9 at 7030",
      "10 at 7030",
      "11 at 7030",
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
    const error = await errorOf(() => clock.during(sent));
    expect(error.code).toBe("rateLimit");
    expect(error.message).toMatch(/^POST \/api\/v1\/instances .*60 s/);
    expect(clock.now() - start).toBe(10);
  });

  test("without a word of how long is tried again after 1, 2, 4 … 60 s, one at a time", async () => {
    const { clock, start, sends, send } = world();
    const sent = Array.from({ length: 3 }, () =>
      errorOf(() => send(0, { timeout: 5 * minute, answers: [answer(429)] })),
    );
    const errors = await clock.during(Promise.all(sent));
    for (const { code, message } of errors) {
      expect(code).toBe("rateLimit");
      expect(message).toContain("in 60 s");
    }
    const again = [1, 3, 7, 15, 31, 63, 123, 183, 243].map((seconds) => seconds * second);
    expect(sends).toEqual([0, 0, 0, ...again]);
    expect(clock.now() - start).toBe(243 * second);
  });

  test("waits a second again after a success", async () => {
    const { clock, sends, send } = world();
    await clock.during(send(0, { answers: [answer(429), answer(429), answer(200)] }));
    await clock.during(send(0, { answers: [answer(429), answer(200)] }));
    expect(sends).toEqual([0, 1, 3, 3, 4].map((seconds) => seconds * second));
  });

  test("of what left before the pause makes it no longer", async () => {
    const { clock, sends, send } = world();
    const refused = (latency: number) => send(latency, { answers: [answer(429), answer(200)] });
    await clock.during(Promise.all([refused(100), refused(200), refused(300)]));
    expect(sends.slice(0, 4)).toEqual([0, 0, 0, 1300]);
  });

  test("whose repeat gets no answer is followed by the next one", async () => {
    const { clock, limiter, start, send, sends } = world();
    const request = { prefix: "/api/v1", deadline: Number.POSITIVE_INFINITY } as const;
    const answers = [answer(429)];
    const lost = attemptWith(limiter, request, async () => {
      const refused = answers.pop();
      if (refused !== undefined) return refused;
      throw new TransportFailure("sent", "reset");
    });
    const other = clock.sleep(1).then(() => send(0));
    await expect(clock.during(lost)).rejects.toThrow("reset");
    await other;
    expect(sends).toEqual([second]);
    expect(clock.now() - start).toBe(second);
  });

  test("is an error once the time is over while the platform is asked again", async () => {
    const { clock, start, send } = world();
    const answers = [answer(429), answer(200)];
    const first = send(20 * second, { timeout: minute, answers });
    const waiting = errorOf(() => send(20 * second, { timeout: 30 * second, answers }));
    const ended = waiting.then(() => clock.now() - start);
    await clock.during(first);
    const error = await waiting;
    expect([error.code, await ended]).toEqual(["rateLimit", 30 * second]);
  });
});

describe("Retry-After", () => {
  test.each([0, 0.5, 1])("R09 is waited for, and a tenth at most: %d", async (random) => {
    const { clock, sends, send } = world(60, random);
    await clock.during(send(0, { answers: [answer(429, { "retry-after": "55" }), answer(200)] }));
    expect(sends).toEqual([0, (55 + 5.5 * random) * second]);
  });

  const noon = "Fri, 20 Nov 2026 12:00:00 GMT";
  test.each<[string, number, string?]>([
    ["-1", 1],
    ["1e9", 1],
    ["abc", 1],
    ["5, 7", 1],
    ["0", 1],
    ["2.5", 2.5],
    ["999999999", 900],
    ["Fri, 20 Nov 2020 12:00:00 GMT", 1],
    ["Fri, 20 Nov 2026 12:00:40 GMT", 40, noon],
    ["Fri, 20 Nov 2026 11:59:40 GMT", 1, noon],
  ])("R10 %j is tried again after %d s", async (value, seconds, date = "") => {
    const { clock, sends, send } = world();
    const refused = answer(429, { "retry-after": value, date });
    await clock.during(send(0, { answers: [refused, answer(200)] }));
    expect(sends).toEqual([0, seconds * second]);
  });
});

import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { HostingError } from "../../../../provider/errors.ts";
import { TransportFailure } from "../../../../provider/http/transport/transport.ts";
import { errorOf } from "../../../support/session.ts";
import { answer, attemptWith, world } from "./limiter-world.ts";

const second = 1000;
const minute = 60 * second;

describe("the pace of /api/v1", () => {
  test("60 requests leave at once, eight at a time; the next waits a minute", async () => {
    const { clock, sends, send } = world();
    const all = Array.from({ length: 61 }, () => send(100));
    await clock.during(Promise.all(all));
    expect(sends[59]).toBe(700);
    expect(sends[60]).toBe(minute + 100);
  });

  test("a lower setting counts, a higher one does not", async () => {
    const lower = world(10);
    await lower.clock.during(Promise.all(Array.from({ length: 11 }, () => lower.send(0))));
    expect(lower.sends[10]).toBe(minute);
    const higher = world(600);
    await higher.clock.during(Promise.all(Array.from({ length: 61 }, () => higher.send(0))));
    expect(higher.sends[60]).toBe(minute);
  });

  test("requests leave in the order they came", async () => {
    const { clock, limiter } = world();
    const order: number[] = [];
    const all = Array.from({ length: 130 }, (_, index) =>
      attemptWith(limiter, { prefix: "/api/v1", deadline: Number.POSITIVE_INFINITY }, async () => {
        order.push(index);
        return answer(200);
      }),
    );
    await clock.during(Promise.all(all));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).toHaveLength(130);
  });

  test("what is urgent leaves before all that is not, and takes its turn among its own kind", async () => {
    const { clock, limiter } = world(2);
    const order: string[] = [];
    const send = (name: string, urgent: boolean) =>
      attemptWith(limiter, { prefix: "/api/v1", deadline: Infinity, urgent }, async () => {
        order.push(name);
        return answer(200);
      });
    const all = [
      ...[send("read 1", false), send("read 2", false), send("read 3", false)],
      ...[send("delete 1", true), send("read 4", false), send("delete 2", true)],
    ];
    await clock.during(Promise.all(all));
    expect(order).toEqual(["delete 1", "delete 2", "read 1", "read 2", "read 3", "read 4"]);
  });

  test("a request that never left gives its permit back", async () => {
    const { clock, limiter, sends, send } = world(1);
    const request = { prefix: "/api/v1", deadline: Number.POSITIVE_INFINITY } as const;
    const failed = attemptWith(limiter, request, () =>
      Promise.reject(new TransportFailure("unsent", "refused")),
    );
    await expect(clock.during(failed)).rejects.toThrow("refused");
    await clock.during(send(0));
    expect(sends).toEqual([0]);
  });

  test.each([
    ["was lost", new TransportFailure("sent", "reset")],
    ["cannot be read", new HostingError("platform", "reset")],
    ["made something fail here", new Error("reset")],
  ])(
    "a request whose answer %s may still arrive, and keeps its permit longer",
    async (_, error) => {
      const { clock, limiter, sends, send } = world(1);
      const request = { prefix: "/api/v1", deadline: Number.POSITIVE_INFINITY } as const;
      const failed = attemptWith(limiter, request, () => Promise.reject(error));
      await expect(clock.during(failed)).rejects.toThrow("reset");
      await clock.during(send(0));
      expect(sends).toEqual([150 * second]);
    },
  );
});

describe("the other prefixes", () => {
  test.each(["/v1", "/api/v2"] as const)(
    "%s is not paced, with eight in flight",
    async (prefix) => {
      const { clock, limiter, start } = world();
      let running = 0;
      let most = 0;
      const all = Array.from({ length: 200 }, () =>
        attemptWith(limiter, { prefix, deadline: Number.POSITIVE_INFINITY }, async () => {
          running += 1;
          most = Math.max(most, running);
          await clock.sleep(100);
          running -= 1;
          return answer(200);
        }),
      );
      await clock.during(Promise.all(all));
      expect(most).toBe(8);
      expect(clock.now() - start).toBe(2500);
    },
  );

  test("a 429 paces the prefix from then on", async () => {
    const { clock, sends, send } = world();
    const refusal = answer(429, { "retry-after": "7" });
    await clock.during(send(0, { prefix: "/v1", answers: [refusal, answer(200)] }));
    await clock.during(Promise.all(Array.from({ length: 60 }, () => send(0, { prefix: "/v1" }))));
    expect(sends).toEqual([0, ...new Array(60).fill(7 * second), 67 * second]);
  });

  test("a 429 leaves the other prefixes alone", async () => {
    const { clock, sends, send } = world();
    const refusal = answer(429, { "retry-after": "30" });
    const refused = send(0, { prefix: "/v1", answers: [refusal, answer(200)] });
    await clock.during(Promise.all([refused, clock.sleep(1).then(() => send(0))]));
    expect(sends).toEqual([0, 1, 30 * second]);
  });
});

describe("a deadline", () => {
  test("before the next permit is refused at once, with the wait", async () => {
    const { clock, start, send } = world();
    const all = Promise.all(Array.from({ length: 60 }, () => send(0)));
    await clock.runUntil(start + 15 * second);
    await all;
    const error = await errorOf(() => send(0, { timeout: 44 * second }));
    expect(error.code).toBe("rateLimit");
    expect(error.message).toContain("in 45 s");
    expect(clock.now() - start).toBe(15 * second);
    await clock.during(send(0, { timeout: 46 * second }));
  });

  test("is missed as soon as those who wait in front have taken the permits", async () => {
    const { clock, start, send } = world(2);
    const waiting = [0, 0, 0, 0].map((latency) => send(latency));
    const late = errorOf(() => send(0, { timeout: 119 * second }));
    const ended = late.then(() => clock.now() - start);
    await clock.during(Promise.all(waiting));
    expect(await ended).toBe(minute);
    expect((await late).message).toContain("in 60 s");
  });

  test("turns nobody away who can still wait", async () => {
    const { clock, limiter, start, send } = world(2);
    await clock.during(Promise.all([send(0), send(0)]));
    const read = { prefix: "/api/v1", label: "GET", urgent: false } as const;
    const late = limiter.send({ ...read, deadline: start + 30 * second }, async () => answer(500));
    const patient = limiter.send({ ...read, deadline: start + 90 * second }, async () =>
      answer(200),
    );
    expect((await errorOf(() => late)).code).toBe("rateLimit");
    expect((await clock.during(patient)).status).toBe(200);
    expect(clock.now() - start).toBe(minute);
  });

  test("that passes while eight are in flight ends the wait, and nothing was sent", async () => {
    const { clock, start, sends, send } = world();
    const busy = Array.from({ length: 8 }, () => send(minute));
    const late = errorOf(() => send(0, { timeout: 5 * second }));
    const ended = late.then(() => clock.now() - start);
    await clock.during(Promise.all(busy));
    expect(await ended).toBe(5 * second);
    expect((await late).code).toBe("unsent");
    expect(sends).toHaveLength(8);
  });

  test("that is over already sends nothing", async () => {
    const { sends, send } = world();
    expect((await errorOf(() => send(0, { timeout: 0 }))).code).toBe("unsent");
    expect(sends).toEqual([]);
  });
});

describe("a process that ends", () => {
  test("sends nothing that waits, takes no permit for it, and lets what has left end", async () => {
    const { clock, limiter, start } = world(2);
    const stop = new AbortController();
    const sends: number[] = [];
    const send = (signal: AbortSignal) =>
      limiter.send(
        { prefix: "/api/v1", label: "POST", urgent: false, deadline: Infinity, signal },
        async () => {
          sends.push(clock.now() - start);
          await clock.sleep(10);
          return answer(200);
        },
      );
    const calls = Promise.allSettled([1, 2, 3].map(() => send(stop.signal)));
    const other = send(new AbortController().signal);
    await clock.runUntil(start + 5);
    stop.abort();
    const ends = await clock.during(calls);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect((await errorOf(() => send(stop.signal))).code).toBe("unsent");
    await clock.during(other);
    expect(sends).toEqual([0, 0, minute + 10]);
  });

  test("takes no permit for a request stopped while it waited: the next one is sent in time", async () => {
    const { clock, limiter, sends, send } = world(1);
    await clock.during(send(0));
    const stop = new AbortController();
    const request = { prefix: "/api/v1", deadline: Infinity, signal: stop.signal } as const;
    const stopped = errorOf(() => attemptWith(limiter, request, async () => answer(200)));
    void send(0);
    stop.abort();
    await clock.run();
    expect((await stopped).code).toBe("unsent");
    expect(sends).toEqual([0, minute]);
  });

  test("has nothing to stop of what was sent: a long run does not collect that", async () => {
    const { clock, limiter } = world();
    const { signal } = new AbortController();
    const request = { prefix: "/api/v1", deadline: Infinity, signal } as const;
    const sent = attemptWith(limiter, request, async () => answer(200));
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await clock.during(sent);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("gives the permit back of a request that was stopped before it left", async () => {
    const { clock, limiter, sends, send } = world(1);
    const stopped = attemptWith(limiter, { prefix: "/api/v1", deadline: Infinity }, () =>
      Promise.reject(new HostingError("unsent", "Another run is at it.")),
    );
    await expect(clock.during(stopped)).rejects.toThrow("Another run");
    await clock.during(send(0));
    expect(sends).toEqual([0]);
  });
});

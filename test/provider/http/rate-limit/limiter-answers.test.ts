import { describe, expect, test } from "vitest";
import { randomOf } from "../../../../bench/limiter/simulate.ts";
import { shapeOf } from "../../../../bench/limiter/windows.ts";
import type { Prefix } from "../../../../contract/endpoints.ts";
import type { Priority } from "../../../../provider/http/rate-limit/priority-queue.ts";
import { createRateLimiter } from "../../../../provider/http/rate-limit/rate-limiter.ts";
import type { WireResponse } from "../../../../provider/http/transport/transport.ts";
import { FakeClock } from "../fake-clock.ts";

const second = 1000;
const minute = 60 * second;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Sends requests one by one through a limiter of its own and notes when. */
function world(random = 0) {
  const clock = new FakeClock();
  const limiter = createRateLimiter({ clock, random: () => random });
  const start = clock.now();
  const sends: number[] = [];
  const send = (
    answers: readonly WireResponse[] = [],
    priority: Priority = "write",
    prefix: Prefix = "/api/v1",
  ) => {
    const rest = [...answers];
    const request = {
      prefix,
      label: "POST /api/v1/instances",
      priority,
      deadline: Number.POSITIVE_INFINITY,
    } as const;
    return limiter.send(request, async () => {
      sends.push(clock.now() - start);
      return rest.shift() ?? { status: 200, headers: {}, body: "" };
    });
  };
  return { clock, start, sends, send };
}

const answer = (status: number, headers: Record<string, string>): WireResponse => ({
  status,
  headers,
  body: "",
});

describe("headers", () => {
  test.each([0, 0.5, 1])(
    "R09 Retry-After is waited for, and a tenth at most: %d",
    async (random) => {
      const { clock, sends, send } = world(random);
      await clock.during(send([answer(429, { "retry-after": "55" })]));
      expect(sends.map(Math.round)).toEqual([0, (55 + 5.5 * random) * second]);
    },
  );

  test.each([
    ["-1", 1],
    ["1e9", 1],
    ["abc", 1],
    ["5, 7", 1],
    ["0", 1],
    ["Fri, 20 Nov 2020 12:00:00 GMT", 1],
    ["999999999", 900],
  ])("R10 Retry-After %j is tried again after %d s", async (value, seconds) => {
    const { clock, sends, send } = world();
    await clock.during(send([answer(429, { "retry-after": value })]));
    expect(sends).toEqual([0, seconds * second]);
  });

  test("R11 a platform that claims 10,000 requests are left gets 60 a minute", async () => {
    const claim = answer(200, { "x-ratelimit-remaining": "10000", "x-ratelimit-reset": "60" });
    const { clock, sends, send } = world();
    await clock.during(Promise.all(range(61).map(() => send([claim]))));
    expect(sends.slice(-2)).toEqual([0, minute]);
  });

  test.each<Record<string, string>>([
    { ratelimit: '"m";r=2;t=30' },
    { "ratelimit-remaining": "2", "ratelimit-reset": "30" },
    { "x-ratelimit-remaining": "2", "x-ratelimit-reset": "30" },
    {
      date: "Fri, 20 Nov 2026 12:00:00 GMT",
      "x-ratelimit-remaining": "2",
      "x-ratelimit-reset": String(Date.parse("2026-11-20T12:00:30Z") / second),
    },
  ])("R12 %j: two more, then a wait of 30 s", async (headers) => {
    const { clock, sends, send } = world();
    await clock.during(send([answer(200, headers)]));
    await clock.during(Promise.all(range(4).map(() => send())));
    expect(sends).toEqual([0, 0, 0, 30 * second, 30 * second]);
  });
});

describe("others", () => {
  test("R17 who shares a key with a program it cannot see gets on, and so does the other", async () => {
    const clock = new FakeClock();
    const random = randomOf(1);
    const window = shapeOf("fixed window").open(0);
    const limiter = createRateLimiter({ clock, random });
    const arrive = async () => {
      await clock.sleep(100);
      const accepted = window.accepts(clock.now());
      window.count(clock.now(), accepted);
      return accepted;
    };
    let running = true;
    let theirs = 0;
    const other = async () => {
      for (; running; await clock.sleep(2 * second)) if (await arrive()) theirs += 1;
    };
    let refused = 0;
    const request = {
      prefix: "/api/v1",
      label: "POST",
      priority: "write",
      deadline: Infinity,
    } as const;
    const own = range(300).map(() =>
      limiter.send(request, async () => {
        const accepted = await arrive();
        if (!accepted) refused += 1;
        return answer(accepted ? 200 : 429, {});
      }),
    );
    const start = clock.now();
    const done = Promise.all(own).then(() => {
      running = false;
      return clock.now() - start;
    });
    const [ms] = await clock.during(Promise.all([done, other()]));
    expect(refused).toBeLessThan(0.15 * 300);
    expect(theirs).toBeGreaterThan(20);
    expect(ms).toBeLessThan(8 * minute);
  });

  test("R18 a delete does not wait for 200 reads that came before it", async () => {
    const { clock, start, sends, send } = world();
    const reads = range(200).map(() => send([], "read"));
    const deleted = clock
      .sleep(2 * second)
      .then(() => send([], "resolve"))
      .then(() => clock.now() - start);
    await clock.during(Promise.all(reads));
    expect(await deleted).toBeLessThan(10 * second);
    // 56 reads a minute: four permits are kept for who finds out what became of a write.
    expect(sends.filter((at) => at < minute)).toHaveLength(57);
  });

  test("polls take a third of the permits, and reads pass them", async () => {
    const { clock, start, sends, send } = world();
    const polls = range(21).map(() => send([], "wait"));
    const read = send([], "read").then(() => clock.now() - start);
    await clock.during(Promise.all(polls));
    expect(sends.filter((at) => at === 0)).toHaveLength(21);
    expect(sends.at(-1)).toBe(minute);
    expect(await read).toBe(0);
  });

  test("what polls have is theirs: other requests take nothing of it", async () => {
    const { clock, sends, send } = world();
    await clock.during(Promise.all(range(30).map(() => send())));
    await clock.during(Promise.all(range(20).map(() => send([], "wait"))));
    expect(sends.filter((at) => at > 0)).toEqual([]);
  });

  test("polls from before a prefix was limited take nothing of their share", async () => {
    const { clock, sends, send } = world();
    const polls = (count: number) => range(count).map(() => send([], "wait", "/v1"));
    await clock.during(Promise.all(polls(25)));
    await clock.during(send([answer(200, { "x-ratelimit-limit": "60" })], "write", "/v1"));
    await clock.during(Promise.all(polls(20)));
    expect(sends).toEqual(new Array(46).fill(0));
  });
});

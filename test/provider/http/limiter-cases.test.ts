import { describe, expect, test } from "vitest";
import { ours } from "../../../bench/limiter/policies.ts";
import { measure } from "../../../bench/limiter/report.ts";
import {
  type Arrival,
  boundOf,
  type Load,
  randomOf,
  simulate,
} from "../../../bench/limiter/simulate.ts";
import { type Shape, shapes, slidingLog, type Window } from "../../../bench/limiter/windows.ts";
import { createPermits } from "../../../provider/http/permits.ts";
import type { Priority } from "../../../provider/http/queue.ts";
import type { WireResponse } from "../../../provider/http/transport.ts";
import { FakeClock } from "./fake-clock.ts";

const second = 1000;
const minute = 60 * second;

function shapeOf(name: string): Shape {
  const shape = shapes.find((known) => known.name === name);
  if (shape === undefined) throw new Error(`there is no shape "${name}"`);
  return shape;
}

const run = (shape: Shape, load: Omit<Load, "shape">) => simulate(ours, { shape, ...load });

/** A shape at a known moment of the server's clock, or with another window. */
const changed = (shape: Shape, open: () => Window): Shape => ({ ...shape, open });

/** The shortest time in which 61 requests came. */
function leastSpan(arrivals: readonly Arrival[]): number {
  const times = arrivals.map(({ at }) => at).sort((a, b) => a - b);
  return Math.min(...times.map((time, index) => (times[index + 60] ?? Infinity) - time));
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("the pace", () => {
  test("R01 60 creates take at most two seconds where a burst is legal", async () => {
    for (const shape of shapes.filter(({ burst }) => burst)) {
      const { ms, refused } = await run(shape, { calls: 60, seed: 1 });
      expect(ms).toBeLessThanOrEqual(2 * second);
      expect(refused).toBe(0);
    }
  });

  test("R02 61 calls take a minute, give or take 2 %", async () => {
    const { ms, refused } = await run(shapeOf("fixed window"), { calls: 61, seed: 1 });
    expect(Math.abs(ms - minute)).toBeLessThan(0.02 * minute);
    expect(refused).toBe(0);
  });

  test("R03 a minute of the server's clock that begins does not double the pace", async () => {
    const aligned = shapeOf("aligned window");
    const lateInMinute = changed(aligned, () => aligned.open(59 * second));
    const { arrivals, refused } = await run(lateInMinute, { calls: 150, seed: 1 });
    expect(leastSpan(arrivals)).toBeGreaterThanOrEqual(minute);
    expect(refused).toBe(0);
  });

  test("R04 latencies from 5 ms to 3 s cause no refusal on a sliding log", async () => {
    const latency = { leastMs: 5, mostMs: 3 * second };
    for (const seed of range(200)) {
      const { refused } = await run(shapeOf("sliding log"), { calls: 130, seed, latency });
      expect({ seed, refused }).toEqual({ seed, refused: 0 });
    }
  });

  test("R05 a sliding counter refuses at most ten times, whatever the phase", async () => {
    const counter = shapeOf("sliding counter");
    for (const phase of range(10)) {
      const shape = changed(counter, () => counter.open(phase * 6 * second));
      const load = { calls: 120, seed: 1 };
      const { ms, refused } = await run(shape, load);
      expect(refused).toBeLessThanOrEqual(10);
      expect(ms / boundOf({ shape, ...load })).toBeLessThanOrEqual(1.1);
    }
  });

  test("R06 one per second without a burst is found out", async () => {
    for (const seed of [1, 2, 3]) {
      const load = { calls: 120, seed };
      const shape = shapeOf("one per second");
      const { ms, refused } = await run(shape, load);
      expect(refused).toBeLessThanOrEqual(20);
      expect(ms / boundOf({ shape, ...load })).toBeLessThanOrEqual(1.2);
    }
  });

  test("R07 a log that counts what it refuses makes no difference", async () => {
    const log = changed(shapeOf("sliding log"), () => {
      const window = slidingLog();
      return { accepts: window.accepts, count: (now) => window.count(now, true) };
    });
    const { ms, refused } = await run(log, { calls: 120, seed: 1 });
    expect(refused).toBe(0);
    expect(ms).toBeLessThanOrEqual(1.05 * minute);
  });

  test("R08 a platform that locks everything for five minutes is asked one at a time", async () => {
    const lockMs = 5 * minute;
    let lockedAt = Number.POSITIVE_INFINITY;
    const bucket = shapeOf("bucket of 10");
    const start = new FakeClock().now();
    const shape = changed(bucket, () => {
      const inner = bucket.open(0);
      return {
        accepts: (now) => !(now >= lockedAt && now < lockedAt + lockMs) && inner.accepts(now),
        count(now, accepted) {
          if (accepted) inner.count(now, true);
          else lockedAt = Math.min(lockedAt, now);
        },
      };
    });
    const { arrivals, failed } = await run(shape, { calls: 18, seed: 1 });
    const sinceLock = arrivals.map(({ at, accepted }) => ({
      at: at - (lockedAt - start),
      accepted,
    }));
    const probes = sinceLock.filter(({ at }) => at > second && at < lockMs).map(({ at }) => at);
    const gaps = probes.slice(1).map((at, index) => at - (probes[index] ?? at));
    expect(probes.length).toBeGreaterThan(5);
    expect(probes.length).toBeLessThanOrEqual(12);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(second);
    const resumed = sinceLock.find(({ at, accepted }) => accepted && at > second);
    expect(resumed?.at).toBeLessThanOrEqual(lockMs + minute + second);
    expect(failed).toBe(0);
  });

  test.each([
    ["fixed window", 120],
    ["sliding log", 300],
    ["bucket of 60", 120],
    ["sliding counter", 120],
    ["bucket of 10", 60],
    ["one per second", 300],
  ])("the promises on a %s hold for %d calls", async (name, calls) => {
    const { promises } = await measure(shapeOf(name), calls, [ours]);
    expect(promises.length).toBeGreaterThan(0);
    for (const promise of promises) expect(promise).toMatchObject({ held: true });
  });
});

/** Sends requests one by one through a limiter of its own and notes when. */
function world(random = 0) {
  const clock = new FakeClock();
  const permits = createPermits({ clock, random: () => random });
  const start = clock.now();
  const sends: number[] = [];
  const send = (answers: readonly WireResponse[] = [], priority: Priority = "write") => {
    const rest = [...answers];
    const slot = {
      prefix: "/api/v1",
      label: "POST /api/v1/instances",
      priority,
      deadline: Number.POSITIVE_INFINITY,
    } as const;
    return permits.send(slot, async () => {
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
    const permits = createPermits({ clock, random });
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
    const slot = {
      prefix: "/api/v1",
      label: "POST",
      priority: "write",
      deadline: Infinity,
    } as const;
    const own = range(300).map(() =>
      permits.send(slot, async () => {
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
    const { clock, sends, send } = world();
    const polls = range(21).map(() => send([], "wait"));
    await clock.during(Promise.all([...polls, send([], "read")]));
    expect(sends.filter((at) => at === 0)).toHaveLength(21);
    expect(sends.at(-1)).toBe(minute);
  });
});

import { describe, expect, test } from "vitest";
import { measure } from "../../../bench/limiter/promise.ts";
import { type Arrival, type Load, simulate } from "../../../bench/limiter/simulate.ts";
import { type Shape, shapeOf, shapes, type Window } from "../../../bench/limiter/windows.ts";
import { FakeClock } from "../fake-clock.ts";

const second = 1000;
const minute = 60 * second;

const run = (shape: Shape, load: Omit<Load, "shape">) => simulate({ shape, ...load });

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

  test("R03 a minute of the server's clock that begins does not double the pace", async () => {
    const aligned = shapeOf("aligned window");
    const lateInMinute = changed(aligned, () => aligned.open(59 * second));
    const { arrivals, refused } = await run(lateInMinute, { calls: 150, seed: 1 });
    expect(leastSpan(arrivals)).toBeGreaterThanOrEqual(minute);
    expect(refused).toBe(0);
  });

  test("R04 latencies from 5 ms to 3 s cause no refusal on a sliding log", async () => {
    const latency = { leastMs: 5, mostMs: 3 * second };
    for (const seed of range(60)) {
      const { refused } = await run(shapeOf("sliding log"), { calls: 130, seed, latency });
      expect({ seed, refused }).toEqual({ seed, refused: 0 });
    }
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
    const { arrivals } = await run(shape, { calls: 18, seed: 1 });
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
    expect(arrivals.filter(({ accepted }) => accepted)).toHaveLength(18);
  });

  test.each(
    shapes
      .filter(({ exact }) => exact)
      .flatMap((shape) => [61, 120, 300].map((calls) => ({ name: shape.name, calls, shape }))),
  )(
    "$calls calls on a $name take at most 1.1 times the least time, without a refusal",
    async ({ shape, calls }) => {
      const { seconds, boundSeconds, refused } = await measure(shape, calls);
      expect(refused).toBe(0);
      expect(seconds).toBeLessThanOrEqual(1.1 * boundSeconds);
    },
  );
});

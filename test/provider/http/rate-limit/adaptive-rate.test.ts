import { describe, expect, test } from "vitest";
import { AdaptiveRate } from "../../../../provider/http/rate-limit/adaptive-rate.ts";

const second = 1000;
const minute = 60 * second;

const newRate = () => new AdaptiveRate(() => 0);

/** Refuses one request, and accepts the probe that leaves so much later. */
function closeFor(rate: AdaptiveRate, milliseconds: number, at = 0): void {
  rate.refused(rate.started(at), at, {});
  rate.accepted(rate.started(at + milliseconds));
}

/** Sends requests one by one, each of which is accepted at once. */
function accept(rate: AdaptiveRate, count: number, at: number): void {
  for (let each = 0; each < count; each += 1) rate.accepted(rate.started(at));
}

/** How many may be under way at a time. */
function mostAtOnce(rate: AdaptiveRate, now: number): number {
  const starts = [];
  while (rate.opensAt <= now) starts.push(rate.started(now));
  for (const start of starts) rate.failed(start, now);
  return starts.length;
}

describe("what a refusal teaches", () => {
  test.each([
    [1 * second, true],
    [6 * second, true],
    [7 * second, false],
    [55 * second, false],
  ])("a platform that accepts again after %d ms refills: %s", (milliseconds, refills) => {
    const rate = newRate();
    accept(rate, 20, 0);
    closeFor(rate, milliseconds);
    expect(rate.opensAt > milliseconds).toBe(refills);
    if (refills) expect(rate.opensAt).toBe(milliseconds + second);
  });

  test("after a window reopened every success lets one more be under way, up to eight", () => {
    const rate = newRate();
    closeFor(rate, 30 * second);
    const now = 31 * second;
    expect(mostAtOnce(rate, now)).toBe(1);
    accept(rate, 1, now);
    expect(mostAtOnce(rate, now)).toBe(2);
    accept(rate, 20, now);
    expect(mostAtOnce(rate, now)).toBe(8);
  });

  test.each([
    [4, true],
    [40, false],
  ])("closed again after %d requests, it refills: %s", (count, refills) => {
    const rate = newRate();
    closeFor(rate, 10 * second);
    accept(rate, count, 11 * second);
    closeFor(rate, 10 * second, 12 * second);
    expect(rate.opensAt > 22 * second).toBe(refills);
  });

  test.each([
    [undefined, 0],
    [5 * second, 36 * second],
  ])(
    "what left before the platform reopened closes it only if a wait of %s ms is asked for",
    (waitMs, opensAt) => {
      const rate = newRate();
      const slow = rate.started(0);
      closeFor(rate, 30 * second);
      rate.refused(slow, 31 * second, { waitMs });
      expect(Math.max(rate.opensAt, 0)).toBe(opensAt);
    },
  );
});

describe("the pace on a platform that refills", () => {
  /** A platform that refilled, and accepted again at that time. */
  const paced = (at = 0) => {
    const rate = newRate();
    closeFor(rate, second, at - second);
    return rate;
  };
  const intervalAfter = (rate: AdaptiveRate, now: number) => {
    rate.accepted(rate.started(now));
    return rate.opensAt - now;
  };

  test("is one per second, slower by 6 % per refusal and faster by 0.2 % per success", () => {
    const rate = paced();
    expect(rate.opensAt).toBe(second);
    closeFor(rate, second, second);
    const slower = second / 0.94;
    expect(rate.opensAt - 2 * second).toBeCloseTo(slower);
    expect(intervalAfter(rate, 4 * second)).toBeCloseTo(slower);
    expect(intervalAfter(rate, 6 * second)).toBeCloseTo(slower / 1.002);
    for (let success = 0; success < 100; success += 1) intervalAfter(rate, 8 * second);
    expect(intervalAfter(rate, 10 * second)).toBe(second);
  });

  test("is given up after a clean minute, from one at once up to eight", () => {
    const rate = paced();
    const now = minute;
    expect(intervalAfter(rate, now - 1)).toBe(second);
    rate.accepted(rate.started(now));
    for (const size of [2, 3, 4, 5, 6, 7, 8, 8]) {
      expect(mostAtOnce(rate, now)).toBe(size);
      accept(rate, 1, now);
    }
  });

  test("is kept for another minute when more at once are refused", () => {
    const rate = paced();
    rate.accepted(rate.started(minute));
    const [one, other] = [rate.started(minute), rate.started(minute)];
    rate.accepted(one);
    rate.refused(other, minute, {});
    const again = minute + second;
    rate.accepted(rate.started(again));
    expect(rate.opensAt).toBe(again + second);
    expect(intervalAfter(rate, again + minute - 1)).toBe(second);
    expect(intervalAfter(rate, again + minute)).toBeLessThanOrEqual(0);
  });

  test("is not given up by a probe after a long time", () => {
    const rate = paced(second);
    closeFor(rate, 200 * second, 3 * second);
    expect(intervalAfter(rate, 205 * second)).toBeCloseTo(second / 0.94);
  });
});

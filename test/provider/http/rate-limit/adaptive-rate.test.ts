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

/** Refuses the next probe, as soon as it may leave; when that was. */
function refuseProbe(rate: AdaptiveRate): number {
  const at = rate.opensAt;
  rate.refused(rate.started(at), at, {});
  return at;
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

  test("what leaves in the millisecond of the reopening left after it", () => {
    const rate = newRate();
    closeFor(rate, 30 * second);
    accept(rate, 1, 30 * second);
    expect(mostAtOnce(rate, 30 * second)).toBe(2);
    rate.refused(rate.started(30 * second), 31 * second, {});
    expect(rate.isBackingOff).toBe(true);
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

  test("a window of at least 16 reopened, and fewer are what refilled meanwhile", () => {
    const refills = (count: number) => {
      const rate = newRate();
      closeFor(rate, 10 * second);
      // The probe is one of them.
      accept(rate, count - 1, 11 * second);
      closeFor(rate, 10 * second, 12 * second);
      return rate.isPaced;
    };
    expect([15, 16].map(refills)).toEqual([true, false]);
  });

  test("what left before a refusal says nothing by its success: one goes after the reopening", () => {
    const rate = newRate();
    const [refused, soon, late] = [rate.started(0), rate.started(0), rate.started(0)];
    rate.refused(refused, 0, {});
    rate.accepted(soon);
    rate.accepted(rate.started(30 * second));
    rate.accepted(late);
    expect(mostAtOnce(rate, 31 * second)).toBe(1);
  });

  test("what left before a refusal, and is refused as well, lets no second probe leave", () => {
    const rate = newRate();
    const [refused, late] = [rate.started(0), rate.started(0)];
    rate.refused(refused, 0, {});
    rate.started(second);
    rate.refused(late, second, {});
    expect(rate.opensAt).toBe(Infinity);
  });

  test("two probes come blindly, later ones also when a permit is back, a second on at least", () => {
    const rate = newRate();
    const returns = [2.5, 3.5, 4].map((seconds) => seconds * second);
    rate.refused(rate.started(0), 0, { returns });
    const probes = [rate, rate, rate, rate].map(refuseProbe);
    expect(probes).toEqual([1, 3, 4, 12].map((seconds) => seconds * second));
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

  test("is one per second again after a window reopened", () => {
    const rate = paced();
    closeFor(rate, second, second);
    accept(rate, 20, 10 * second);
    closeFor(rate, 30 * second, 10 * second);
    expect(rate.isPaced).toBe(false);
    closeFor(rate, second, 50 * second);
    expect(rate.opensAt).toBe(52 * second);
  });

  test("is not given up by a probe after a long time", () => {
    const rate = paced(second);
    closeFor(rate, 200 * second, 3 * second);
    expect(intervalAfter(rate, 205 * second)).toBeCloseTo(second / 0.94);
  });
});

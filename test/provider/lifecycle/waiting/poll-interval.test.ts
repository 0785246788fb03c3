import { describe, expect, test } from "vitest";
import { PollInterval } from "../../../../provider/lifecycle/waiting/poll-interval.ts";

type Wait = Parameters<PollInterval["begin"]>[0];

const booting: Wait = { kind: "container", operation: "create" };

function firstLook(pace: PollInterval, wait = booting): number {
  return pace.begin(wait)(0, 0);
}

/** Seconds at which looks happen within a time. */
function looksWithin(seconds: number, pace: PollInterval, wait = booting): readonly number[] {
  const at: number[] = [];
  const intervalAfter = pace.begin(wait);
  for (let elapsed = 0; ; ) {
    elapsed += intervalAfter(elapsed, at.length);
    if (elapsed > seconds * 1000) return at;
    at.push(Math.round(elapsed / 100) / 10);
  }
}

describe("the pace of looks", () => {
  test("where nothing is known leaves half of the time so far between looks", () => {
    expect(looksWithin(40, new PollInterval())).toEqual([
      1, 2, 3, 4.5, 6.8, 10.1, 15.2, 22.8, 30.8, 38.8,
    ]);
  });

  test("where the time is known begins at 40 % of it and goes on by 15 % of the time so far", () => {
    const pace = new PollInterval();
    pace.learn(booting, 30_000);
    expect(looksWithin(33, pace)).toEqual([12, 13.8, 15.9, 18.3, 21, 24.1, 27.8, 31.9]);
  });

  test("is a look every second at most and every eight seconds at least", () => {
    const pace = new PollInterval();
    pace.learn(booting, 1_000);
    expect(looksWithin(4, pace)).toEqual([1, 2, 3, 4]);
    expect(pace.begin(booting)(600_000, 9)).toBe(8_000);
  });

  test("begins as late as the time that is known allows", () => {
    const pace = new PollInterval();
    pace.learn(booting, 180_000);
    expect(firstLook(pace)).toBe(72_000);
  });

  test("follows the median of what was learned, and forgets what is long ago", () => {
    const pace = new PollInterval();
    for (const seconds of [10, 600, 30]) pace.learn(booting, seconds * 1000);
    expect(firstLook(pace)).toBe(12_000);
    for (let wait = 0; wait < 50; wait += 1) pace.learn(booting, 5_000);
    expect(firstLook(pace)).toBe(2_000);
  });

  test("of a wait stays as it was when it began", () => {
    const pace = new PollInterval();
    const intervalAfter = pace.begin(booting);
    pace.learn(booting, 30_000);
    expect(intervalAfter(10_000, 6)).toBe(5_000);
    expect(pace.begin(booting)(10_000, 6)).toBe(1_500);
  });

  test("is learned for each kind and operation by itself", () => {
    const pace = new PollInterval();
    pace.learn(booting, 100_000);
    for (const other of [
      { kind: "container", operation: "delete" },
      { kind: "instance", operation: "create" },
    ] as const) {
      expect(firstLook(pace, other)).toBe(1_000);
    }
  });

  test.each([
    ["floatingIp", 2_000],
    ["portForward", 24_000],
  ] as const)("of a %s begins with what the spec says", (kind, first) => {
    expect(firstLook(new PollInterval(), { kind, operation: "update" })).toBe(first);
  });
});

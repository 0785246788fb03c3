import { describe, expect, test } from "vitest";
import { PollInterval } from "../../../../provider/lifecycle/operation/shared-polls.ts";

type Wait = Parameters<PollInterval["begin"]>[0];

const booting: Wait = { kind: "container", operation: "create" };

function firstLook(pace: PollInterval, wait = booting): number {
  return pace.begin(wait)(0);
}

/** Seconds at which looks happen within a time. */
function looksWithin(seconds: number, pace: PollInterval, wait = booting): readonly number[] {
  const at: number[] = [];
  const intervalAfter = pace.begin(wait);
  for (let elapsed = 0; ; ) {
    elapsed += intervalAfter(elapsed);
    if (elapsed > seconds * 1000) return at;
    at.push(Math.round(elapsed / 100) / 10);
  }
}

/** A wait of so many seconds that was looked at right before. */
function known(seconds: number) {
  return { missedAt: seconds * 1000 - 1, seenAt: seconds * 1000 };
}

describe("the pace of looks", () => {
  test("where nothing is known leaves half of the time so far between looks", () => {
    expect(looksWithin(40, new PollInterval())).toEqual([
      2.2, 3.3, 5.0, 7.4, 11.1, 16.7, 24.7, 32.7,
    ]);
  });

  test("where the time is known well begins then and goes on by 15 % of the time so far", () => {
    const pace = new PollInterval();
    pace.learn(booting, { missedAt: 27_500, seenAt: 30_000 });
    expect(looksWithin(46, pace)).toEqual([30, 34.5, 39.7, 45.6]);
  });

  test("begins halfway back to the last miss where it may be over much sooner", () => {
    const pace = new PollInterval();
    pace.learn(booting, { missedAt: 22_000, seenAt: 30_000 });
    expect(firstLook(pace)).toBe(26_000);
    pace.learn(booting, { missedAt: 26_000, seenAt: 30_000 });
    expect(firstLook(pace)).toBe(28_000);
    pace.learn(booting, { missedAt: 28_000, seenAt: 32_000 });
    expect(firstLook(pace)).toBe(30_000);
  });

  test("finds a time that has become shorter", () => {
    const pace = new PollInterval();
    const firsts = Array.from({ length: 4 }, (_none, at) => {
      pace.learn(booting, { missedAt: 0, seenAt: at === 0 ? 32_000 : firstLook(pace) });
      return firstLook(pace);
    });
    expect(firsts).toEqual([16_000, 8_000, 4_000, 2_000]);
  });

  test("is a look every second at most and every eight seconds at least", () => {
    const pace = new PollInterval();
    pace.learn(booting, { missedAt: 0, seenAt: 500 });
    expect(looksWithin(4, pace)).toEqual([1, 2, 3, 4]);
    expect(pace.begin(booting)(600_000)).toBe(8_000);
  });

  test("follows the shortest that was learned, and forgets what is long ago", () => {
    const pace = new PollInterval();
    for (const seconds of [20, 600, 30]) pace.learn(booting, known(seconds));
    expect(firstLook(pace)).toBe(20_000);
    for (let wait = 0; wait < 50; wait += 1) pace.learn(booting, known(40));
    expect(firstLook(pace)).toBe(40_000);
  });

  test("keeps the time of its first look when others ask for one before", () => {
    const pace = new PollInterval();
    pace.learn(booting, known(30));
    expect(pace.begin(booting)(12_000)).toBe(18_000);
  });

  test("of a wait stays as it was when it began", () => {
    const pace = new PollInterval();
    const intervalAfter = pace.begin(booting);
    pace.learn(booting, known(5));
    expect(intervalAfter(10_000)).toBe(5_000);
    expect(pace.begin(booting)(10_000)).toBe(1_500);
  });

  test("is learned for each kind and operation by itself", () => {
    const pace = new PollInterval();
    pace.learn(booting, known(100));
    for (const other of [
      { kind: "container", operation: "delete" },
      { kind: "instance", operation: "create" },
    ] as const) {
      expect(firstLook(pace, other)).toBe(2_200);
    }
  });

  test.each([
    ["floatingIp", 2_000],
    ["portForward", 24_000],
  ] as const)("of a %s begins with what the spec says", (kind, first) => {
    expect(firstLook(new PollInterval(), { kind, operation: "update" })).toBe(first);
  });
});

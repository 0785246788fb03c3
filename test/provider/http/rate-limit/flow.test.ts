import { describe, expect, test } from "vitest";
import { Announced } from "../../../../provider/http/rate-limit/announced.ts";
import { Flow, type Start } from "../../../../provider/http/rate-limit/flow.ts";
import { Pace } from "../../../../provider/http/rate-limit/pace.ts";

const second = 1000;

/** Refuses one request, and accepts the probe that leaves so much later. */
function closeFor(flow: Flow, milliseconds: number, at = 0): boolean {
  flow.refused(flow.started(at), at, {});
  return flow.accepted(flow.started(at + milliseconds));
}

function accept(flow: Flow, count: number, at: number): void {
  for (let each = 0; each < count; each += 1) flow.accepted(flow.started(at));
}

describe("the learner", () => {
  test.each([
    [1 * second, true],
    [6 * second, true],
    [7 * second, false],
    [55 * second, false],
  ])("a platform that accepts again after %d ms refills: %s", (milliseconds, refills) => {
    const flow = new Flow(() => 0);
    expect(closeFor(flow, milliseconds)).toBe(refills);
    const next = refills ? milliseconds + second : milliseconds;
    expect(flow.opensAt(milliseconds, 0)).toBe(next);
  });

  test("after a window reopened every success lets one more be under way, up to eight", () => {
    const flow = new Flow(() => 0);
    closeFor(flow, 30 * second);
    const now = 31 * second;
    expect(flow.opensAt(now, 1)).toBe(Number.POSITIVE_INFINITY);
    accept(flow, 1, now);
    expect(flow.opensAt(now, 1)).toBe(now);
    expect(flow.opensAt(now, 2)).toBe(Number.POSITIVE_INFINITY);
    accept(flow, 20, now);
    expect(flow.opensAt(now, 7)).toBe(now);
    expect(flow.opensAt(now, 8)).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    [4, true],
    [40, false],
  ])("closed again after %d requests, it refills: %s", (count, refills) => {
    const flow = new Flow(() => 0);
    closeFor(flow, 10 * second);
    accept(flow, count, 11 * second);
    expect(closeFor(flow, 10 * second, 12 * second)).toBe(refills);
  });

  test("a probe after a long time is no trial of the pace", () => {
    const flow = new Flow(() => 0);
    closeFor(flow, second);
    closeFor(flow, 200 * second, 3 * second);
    const now = 205 * second;
    expect(flow.opensAt(now, 0)).toBeLessThanOrEqual(now);
    flow.accepted(flow.started(now));
    expect(flow.opensAt(now, 0) - now).toBeCloseTo(second / 0.94);
  });

  test("what left before the platform reopened does not close it again", () => {
    const flow = new Flow(() => 0);
    const slow: Start = flow.started(0);
    closeFor(flow, 30 * second);
    flow.refused(slow, 31 * second, {});
    expect(flow.closed).toBe(false);
    flow.refused(slow, 31 * second, { waitMs: 5 * second });
    expect(flow.closed).toBe(true);
  });
});

describe("the pace", () => {
  const start = (pace: Pace, now: number) => {
    expect(pace.opensAt(now)).toBeLessThanOrEqual(now);
    pace.started(now);
  };

  const resumed = () => {
    const pace = new Pace();
    pace.resumed(0);
    return pace;
  };

  test("is one per second, slower by 6 % per refusal and faster by 0.2 % per success", () => {
    const pace = resumed();
    expect(pace.opensAt(0)).toBe(second);
    pace.refused();
    pace.resumed(second);
    const slower = second / 0.94;
    expect(pace.opensAt(second) - second).toBeCloseTo(slower);
    pace.accepted();
    start(pace, 3 * second);
    expect(pace.opensAt(3 * second) - 3 * second).toBeCloseTo(slower / 1.002);
    for (let success = 0; success < 100; success += 1) pace.accepted();
    start(pace, 5 * second);
    expect(pace.opensAt(5 * second)).toBe(6 * second);
  });

  test("is given up when two, four and eight at once are accepted after a clean minute", () => {
    const pace = resumed();
    expect(pace.opensAt(59 * second)).toBe(second);
    const now = 60 * second;
    const given = [];
    for (const size of [2, 4, 8]) {
      for (let each = 0; each < size; each += 1) start(pace, now);
      expect(pace.opensAt(now)).toBe(Number.POSITIVE_INFINITY);
      for (let each = 0; each < size; each += 1) given.push(pace.accepted());
    }
    expect(given).toEqual([...new Array<boolean>(13).fill(false), true]);
  });

  test("is kept when the trial is refused, and the next one comes after twice the time", () => {
    const pace = resumed();
    start(pace, 60 * second);
    expect(pace.opensAt(60 * second)).toBe(60 * second);
    start(pace, 60 * second);
    pace.refused();
    pace.resumed(61 * second);
    expect(pace.opensAt(61 * second)).toBe(62 * second);
    const isTrial = (now: number) => {
      pace.started(now);
      return pace.opensAt(now) === now;
    };
    expect(isTrial(180 * second)).toBe(false);
    expect(isTrial(181 * second)).toBe(true);
  });
});

test("requests under way may not be among those that a header counts", () => {
  const announced = new Announced();
  const left = { count: 3, forMs: 30 * second };
  expect(announced.hear({ perMinute: undefined, left, waitMs: undefined }, 0, 2)).toBe(true);
  expect(announced.opensAt(0)).toBeLessThanOrEqual(0);
  announced.started();
  expect(announced.opensAt(0)).toBe(30 * second);
  announced.hear({ perMinute: undefined, left, waitMs: undefined }, second, 0);
  expect(announced.opensAt(second)).toBeLessThanOrEqual(second);
});

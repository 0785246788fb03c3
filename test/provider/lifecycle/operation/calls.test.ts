import { expect, test } from "vitest";
import { costInWindows, costOf } from "../../../bench/calls.ts";

test.each([
  ["up", 50, 75],
  ["refresh", 101, 1],
  ["destroy", 30, 75],
] as const)("%s of %i containers takes %i requests at most", async (counted, count, most) => {
  const { requests } = await costOf(counted, "ours", { count });
  expect(requests).toBeLessThanOrEqual(most);
});

test.each([
  [4, "own", "in lists"],
  [8, "generated", "not in lists"],
  [50, "own", "not in lists"],
] as const)(
  "up of 50 containers, %i at a time, %s names, addresses %s: 75 requests at most, none of which waits for the limit",
  async (parallel, names, addresses) => {
    const load = { count: 50, parallel, names, addresses };
    const { requests, windows } = await costInWindows("up", load);
    expect(requests).toBeLessThanOrEqual(75);
    expect(windows).toBe(1);
  },
);

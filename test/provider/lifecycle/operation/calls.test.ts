import { expect, test } from "vitest";
import { costOf } from "../../../../bench/calls.ts";

test.each([
  ["up", 50, 75],
  ["refresh", 100, 1],
  ["destroy", 30, 75],
] as const)("%s of %i containers takes %i requests at most", async (counted, count, most) => {
  const { requests } = await costOf(counted, "ours", count);
  expect(requests).toBeLessThanOrEqual(most);
});

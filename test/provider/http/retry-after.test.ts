import fc from "fast-check";
import { expect, test } from "vitest";
import { pauseBounds, pauseMs } from "../../../provider/http/retry-after.ts";

const now = Date.parse("2026-11-20T12:00:00Z");

test.each([
  [undefined, 60_000],
  ["", 60_000],
  ["55", 55_000],
  [" 55 ", 55_000],
  ["0", 1000],
  ["999999999999", 3_600_000],
  ["Fri, 20 Nov 2026 12:00:30 GMT", 30_000],
  ["Fri, 20 Nov 2026 11:00:00 GMT", 1000],
  ["Fri, 99 Nov 2026 12:00:30 GMT", 60_000],
  ["-1", 60_000],
  ["1e9", 60_000],
  ["abc", 60_000],
  ["5, 7", 60_000],
  ["NaN", 60_000],
])("Retry-After %j pauses %d ms", (value, expected) => {
  expect(pauseMs(value, now)).toBe(expected);
});

test("any header gives a wait within the bounds", () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const wait = pauseMs(value, now);
      expect(wait).toBeGreaterThanOrEqual(pauseBounds.shortestMs);
      expect(wait).toBeLessThanOrEqual(pauseBounds.longestMs);
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDuration } from "../../../contract/values/time.ts";

test.each([
  ["15m", 900_000],
  ["1h30m", 5_400_000],
  ["90s", 90_000],
  ["1h0m5s", 3_605_000],
  ["0s", 0],
  ["0", 0],
  ["1.5h", 5_400_000],
  ["300ms", 300],
  ["1m0.5s", 60_500],
  [".5s", 500],
  ["5.m", 300_000],
  ["+5m", 300_000],
  ["5m1h", 3_900_000],
  ["2500us", 3],
  ["1500000ns", 2],
  ["1000µs", 1],
  ["1000μs", 1],
  [900, 900_000],
  [0.5, 500],
  [0, 0],
])("%j is %d ms", (value, milliseconds) => {
  expect(parseDuration(value)).toBe(milliseconds);
});

test.each(
  [
    ["", "15", "m", ".", ".s", "15M", "-5m", "1..5h", "5 m", "5m\n", "1d", "1e3s", "soon"],
    [`${"9".repeat(400)}h`, -1, Number.NaN, Infinity],
  ].flat(),
)("%j is not a duration", (value) => {
  expect(parseDuration(value)).toBeUndefined();
});

test("hours, minutes and seconds add up", () => {
  const amount = fc.nat({ max: 999_999 });
  fc.assert(
    fc.property(amount, amount, amount, (hours, minutes, seconds) => {
      const expected = (hours * 3600 + minutes * 60 + seconds) * 1000;
      expect(parseDuration(`${hours}h${minutes}m${seconds}s`)).toBe(expected);
    }),
  );
});

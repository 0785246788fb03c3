import { expect, test } from "vitest";
import { hasCome } from "../../../contract/values/time.ts";

const now = Date.UTC(2027, 0, 15, 8);

test.each([
  "2027-01-15T07:59:59Z",
  "2027-01-15T07:59:59.123456789Z",
  "2026-12-31T00:00:00.000000Z",
  "2027-01-15T15:59:00+08:00",
  "2027-01-15T15:59:00.000+0800",
  "2027-01-14 23:00:00-05",
  "2027-01-15 07:00:00 UTC",
  "2027-01-15 07:00:00 +0000 UTC",
  "2027-01-15",
  1_799_999_999,
  1_799_999_999.25,
  1_799_999_999_000,
  "1799999999",
])("%j has come", (time) => {
  expect(hasCome(time, now)).toBe(true);
});

test.each(["2027-01-15T16:00:00", "2027-01-15 16:00:00", "2027-01-15 16:00:00.123456"])(
  "%j has come in Shanghai, and nothing says that it is not from there",
  (time) => {
    expect(hasCome(time, now)).toBe(true);
  },
);

test("a clock that is ahead by minutes says what has come", () => {
  expect(hasCome("2027-01-15T08:10:00Z", now)).toBe(true);
});

test.each([
  ...["2027-01-15T12:00:00Z", "2027-01-15T23:00:00+08:00", "2027-01-16", "2027-06-01"],
  ...["2027-01-16T08:00:00", "2038-01-19T03:14:07Z", "2099-12-31T00:00:00Z", "3000-01-01"],
  ...["9999-12-31T23:59:59Z", "9999-12-31T23:59:59.999999", "10000-01-01", "31/12/9999"],
  ...[2_147_483_647, 253_402_300_799, 253_402_300_799_000, "253402300799", "2147483647"],
])("%j is a plan", (time) => {
  expect(hasCome(time, now)).toBe(false);
});

test.each([
  ...[undefined, null, false, true, "", 0, "0", -1, "-1", 2027, Number.NaN, {}, []],
  ...["0001-01-01T00:00:00Z", "0000-00-00 00:00:00", "1970-01-01T00:00:00Z", "1900-01-01"],
  ...["1969-12-31T19:00:00-05:00", "1753-01-01", "1999-12-31", "-infinity", "infinity", "never"],
  ...["2027-13-45T00:00:00Z", "false"],
])("%j is no time", (time) => {
  expect(hasCome(time, now)).toBe(false);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AnnouncedQuota,
  readRateNotice,
} from "../../../../provider/http/rate-limit/rate-headers.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const second = 1000;
const read = (headers: Readonly<Record<string, string>>) => readRateNotice(headers, now);

test("headers that say nothing about a rate are nothing", () => {
  expect(read({ "content-type": "application/json" })).toEqual({
    perMinute: undefined,
    left: undefined,
    waitMs: undefined,
  });
});

describe("every dialect says 12 of 30 left for 34 s", () => {
  const epoch = now / second + 34;
  test.each<[string, Record<string, string>]>([
    ["draft 11", { "ratelimit-policy": '"m";q=30;w=60', ratelimit: '"m";r=12;t=34' }],
    [
      "draft 11 with more parameters",
      {
        "ratelimit-policy": '"m"; q=30; qu="requests"; w=60',
        ratelimit: '"m";r=12;t=34;pk=:eA==:',
      },
    ],
    [
      "draft 11 with several policies",
      {
        "ratelimit-policy": '"burst";q=30;w=60, "day";q=9000;w=86400',
        ratelimit: '"burst";r=12;t=34, "day";r=8000;t=3600',
      },
    ],
    ["draft 6", { "ratelimit-limit": "30", "ratelimit-remaining": "12", "ratelimit-reset": "34" }],
    [
      "X-RateLimit",
      { "x-ratelimit-limit": "30", "x-ratelimit-remaining": "12", "x-ratelimit-reset": "34" },
    ],
    [
      "X-Rate-Limit",
      { "x-rate-limit-limit": "30", "x-rate-limit-remaining": "12", "x-rate-limit-reset": "34.0" },
    ],
    [
      "seconds since the epoch",
      { "x-ratelimit-limit": "30", "x-ratelimit-remaining": "12", "x-ratelimit-reset": `${epoch}` },
    ],
    [
      "milliseconds since the epoch",
      {
        "x-ratelimit-limit": "30",
        "x-ratelimit-remaining": "12",
        "x-ratelimit-reset": `${epoch * second}`,
      },
    ],
    [
      "since the epoch of a server whose clock is wrong",
      {
        date: "Fri, 20 Nov 2026 13:00:00 GMT",
        "x-ratelimit-limit": "30",
        "x-ratelimit-remaining": "12",
        "x-ratelimit-reset": `${epoch + 3600}`,
      },
    ],
  ])("%s", (_name, headers) => {
    const { perMinute, left } = read(headers);
    expect({ perMinute, left }).toEqual({ perMinute: 30, left: { count: 12, forMs: 34 * second } });
  });
});

test.each([
  ['"ten seconds";q=5;w=10', 30],
  ['"hour";q=1000;w=3600', undefined],
  ['"minute";q=100', 100],
  ['"none";q=0;w=60', undefined],
  ["q=30;w=60", undefined],
  ['"m";q=30;w=60, garbage', undefined],
  ['"one";q=1;w=60', 1],
  ['"no window";q=30;w=0', undefined],
  ['x"m";q=30;w=60', undefined],
  ['"m";q=30;w=60 x', undefined],
  ['"m" ;q=30;w=60', 30],
  ['"m";q=30 ;w=60', 30],
  ['"m";q=30.5;w=60', undefined],
  [`"${"m".repeat(100)}";q=30;w=60`, 30],
  [`${'"m";q=60;w=60,'.repeat(71)}"m";q=7;w=1`, undefined],
])("the policy %s allows %s per minute", (policy, perMinute) => {
  expect(read({ "ratelimit-policy": policy }).perMinute).toBe(perMinute);
});

test("policies of a thousand characters are read, and no longer ones", () => {
  const start = '"m";q=30;w=60;a="';
  const policy = `${start}${"x".repeat(98)}"`;
  const several = `${policy},`.repeat(8);
  const filled = `${several}${" ".repeat(1000 - several.length - 13)}"m";q=30;w=60`;
  expect(filled).toHaveLength(1000);
  expect(read({ "ratelimit-policy": filled }).perMinute).toBe(30);
  expect(read({ "ratelimit-policy": ` ${filled}` }).perMinute).toBeUndefined();
});

test.each<[string, Record<string, string>]>([
  ["draft 11", { ratelimit: '"m";r=12' }],
  ["draft 6", { "ratelimit-remaining": "12" }],
])("what is left for a time that %s does not say is nothing", (_name, headers) => {
  expect(read(headers).left).toBeUndefined();
});

test("a reset says nothing of how much is left", () => {
  expect(read({ "x-ratelimit-reset": "20" }).left).toBeUndefined();
});

test.each([
  [1e12 - 20_000, "1000000000"],
  [1e12 - 20_000, "1000000000000"],
])("at %s the reset %s is a time, and 20 s away", (at, reset) => {
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  expect(readRateNotice(headers, at).waitMs).toBe(20 * second);
});

test("several fields hold by the strictest", () => {
  const { perMinute, left } = read({
    "ratelimit-limit": "50",
    "x-ratelimit-limit": "20",
    "ratelimit-remaining": "3",
    "ratelimit-reset": "10",
    ratelimit: '"m";r=3;t=40',
  });
  expect({ perMinute, left }).toEqual({ perMinute: 20, left: { count: 3, forMs: 40 * second } });
});

describe("the wait after a refusal", () => {
  test.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ["", undefined],
    ["55", 55_000],
    [" 55 ", 55_000],
    ["0.5", 1000],
    ["1.25", 1250],
    [" Fri, 20 Nov 2026 12:00:30 GMT ", 30_000],
    ["Fri, 20 Nov 2026 12:00:30 GMT+0100", undefined],
    ["0", 1000],
    ["999999999999", 900_000],
    ["Fri, 20 Nov 2026 12:00:30 GMT", 30_000],
    ["Fri, 20 Nov 2026 11:00:00 GMT", 1000],
    ["Fri, 99 Nov 2026 12:00:30 GMT", undefined],
    ["-1", undefined],
    ["1e9", undefined],
    ["abc", undefined],
    ["5, 7", undefined],
    ["NaN", undefined],
  ])("Retry-After %j is %s ms", (value, expected) => {
    const headers = value === undefined ? {} : { "retry-after": value };
    expect(read(headers).waitMs).toBe(expected);
  });

  test("a date counts from the answer's own", () => {
    const headers = {
      date: "Fri, 20 Nov 2026 14:00:00 GMT",
      "retry-after": "Fri, 20 Nov 2026 14:00:09 GMT",
    };
    expect(read(headers).waitMs).toBe(9 * second);
  });

  test.each<[Record<string, string>, number | undefined]>([
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "20" }, 20_000],
    [{ "x-ratelimit-reset": "20" }, 20_000],
    [{ "x-ratelimit-remaining": "4", "x-ratelimit-reset": "20" }, undefined],
    [{ ratelimit: '"m";r=0;t=40', "x-ratelimit-reset": "20" }, 40_000],
    [{ ratelimit: '"m";r=0;t=40', "retry-after": "5" }, 5000],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "0" }, 1000],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999" }, 900_000],
  ])("%j is %s ms", (headers, expected) => {
    expect(read(headers).waitMs).toBe(expected);
  });
});

test("whatever the headers say, waits and counts stay within their bounds", () => {
  const piece = fc.constantFrom(
    '"m"',
    ";",
    "r=",
    "t=",
    "q=",
    "w=",
    ",",
    " ",
    "9",
    "-1",
    "1e9",
    "☃",
  );
  const value = fc.oneof(
    fc.string(),
    fc.array(piece).map((parts) => parts.join("")),
  );
  const name = fc.constantFrom("retry-after", "ratelimit", "ratelimit-policy", "x-ratelimit-reset");
  fc.assert(
    fc.property(fc.dictionary(name, value), (headers) => {
      const { perMinute = 1, left, waitMs = second } = read(headers);
      expect(perMinute).toBeGreaterThanOrEqual(1);
      expect(waitMs).toBeGreaterThanOrEqual(second);
      expect(waitMs).toBeLessThanOrEqual(900 * second);
      expect(left?.count ?? 0).toBeGreaterThanOrEqual(0);
      expect(left?.forMs ?? 0).toBeLessThanOrEqual(900 * second);
    }),
  );
});

test("requests under way may not be among those that a header counts", () => {
  const quota = new AnnouncedQuota();
  const left = { count: 3, forMs: 30 * second };
  expect(quota.hear({ perMinute: undefined, left, waitMs: undefined }, 0, 2)).toBe(true);
  expect(quota.opensAt(0)).toBeLessThanOrEqual(0);
  quota.started();
  expect(quota.opensAt(0)).toBe(30 * second);
  quota.hear({ perMinute: undefined, left, waitMs: undefined }, second, 0);
  expect(quota.opensAt(second)).toBeLessThanOrEqual(second);
});

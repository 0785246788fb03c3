import { expect, test } from "vitest";
import { isPlugin } from "../support/door.ts";
import { live } from "./life.ts";
import { openThirdParty } from "./platform/index.ts";
import { strays } from "./traces.ts";

const seeds = isPlugin ? 20 : 60;
const perTest = 10;
/** Lives that meet, between them, all of what trouble brings. */
const troubled = [12, 13, 15, 16];
const chunks = Array.from({ length: seeds / perTest }, (_none, at) => at * perTest);

test.each(chunks)("a stack lives on third-party platforms from seed %i on", async (first) => {
  for (let seed = first; seed < first + perTest; seed += 1) {
    const { violations } = await live(seed);
    expect(violations, `npm run soak:thirdparty -- --seed ${seed}`).toEqual([]);
  }
});

test("lists are read to their end, page by page", async () => {
  const shapes = [
    "laravel",
    "cursor",
    "token",
    "link",
    "pagination",
    "cursors",
    "pages",
    "hal",
  ] as const;
  for (const shape of shapes) {
    const choices = { consoleList: shape, apiList: shape, pageSize: 3 };
    const { trace, violations } = await live(2, { choices, hasTrouble: false });
    expect({ shape, violations }).toEqual({ shape, violations: [] });
    expect(trace.filter((line) => /GET \S+\?\w+=/.test(line)).length, shape).toBeGreaterThan(5);
    expect(trace.filter((line) => line.includes("part of a longer list"))).toEqual([]);
  }
});

test("machines are restarted once by changed triggers, on assumed routes too, and never one that is declared stopped", async () => {
  const { trace } = await live(2, { hasTrouble: false });
  const restart = /POST (\S+)\/[^/]+\/action \{"action":"restart"\}/;
  const restarted = trace.flatMap((line) => restart.exec(line)?.[1] ?? []);
  expect(restarted).toEqual(["/api/v2/servers", "/v1/instances"]);
});

test("answers get lost and runs are killed in every second life", async () => {
  const marks = ["!! ", "is killed", "which an earlier run made", "although the answer was lost"];
  const seen = async (hasTrouble: boolean) => {
    const lives = await Promise.all(troubled.map((seed) => live(seed, { hasTrouble })));
    const lines = lives.flatMap(({ trace }) => trace);
    return marks.filter((mark) => lines.some((line) => line.includes(mark)));
  };
  expect([await seen(true), await seen(false)]).toEqual([marks, []]);
});

test("what the platform has and no state is noticed", () => {
  const thirdParty = openThirdParty({ seed: 1, now: () => 0 });
  const { status } = thirdParty.handle({
    method: "POST",
    path: "/api/v1/networks",
    headers: {
      authorization: `Bearer ${thirdParty.keys.admin}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: "lan" }),
  });
  expect([status < 300, strays(thirdParty, [])]).toEqual([true, ["network lan"]]);
});

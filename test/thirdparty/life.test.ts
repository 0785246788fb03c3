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

test("updates that replace the whole object leave alone what an operator has changed", async () => {
  const assumptions = {
    "routes.firewall.update": "PUT /api/v1/firewalls/{id}",
    "routes.loadBalancer.update": "PUT /v1/load-balancers/{id}",
    "routes.poolVolume.update": "PUT /api/v1/storage/pools/{pool}/volumes/{name}",
  };
  const updates = ["firewall.update", "load_balancer.update", "storage_volume.update"];
  const reads = ["firewall.get", "load_balancer.get", "storage_volume.get"];
  const routes = Object.fromEntries([...updates, ...reads].map((name) => [name, "rest"] as const));
  // What is shown in other words than the assumed ones cannot be read.
  const words = { algorithmKey: "algorithm", firewallKeys: "inbound" } as const;
  const choices = { updateMethod: "PUT", ...words, routes } as const;
  for (const seed of [0, 1, 2, 3]) {
    const { trace, violations } = await live(seed, { assumptions, choices });
    expect(violations, `seed ${seed}`).toEqual([]);
    expect(trace.join("\n"), `seed ${seed}`).toMatch(/ PUT \/v1\/load-balancers.* → 2/);
    expect(trace.join("\n"), `seed ${seed}`).toContain("wall is updated beside an operator");
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

import { expect } from "vitest";
import { alertRule } from "./bodies.ts";
import { type Clause, settled, tested } from "./clause.ts";
import { noIntegers, noStrings, typeClause } from "./field.ts";

const route = "POST /api/v1/monitoring/alerts";
const request = async () => [route, alertRule()] as const;

/** A rule that any instance breaks. */
const always = { ...alertRule(), metric: "cpu_percent", condition: "gt", threshold: -1 };

export const alertRuleClauses: readonly Clause[] = [
  typeClause(["2.10", "name string"], "name", request, noStrings),
  typeClause(["2.10", "metric string"], "metric", request, noStrings),
  tested("2.10", "cpu_percent is one metric", async ({ ok }) => {
    expect(await ok(route, alertRule())).toMatchObject({ metric: "cpu_percent" });
  }),
  settled("2.10", "the full set is not enumerated", "any word is taken"),
  typeClause(["2.10", "condition string"], "condition", request, noStrings),
  tested("2.10", "gt is one value", async (world) => {
    await world.container();
    await world.ok(route, { ...always, threshold: -1 });
    await world.ok(route, { ...always, name: "never", threshold: 1e6 });
    world.pass(120);
    const rules = new Set(world.platform.deliveries().map((delivery) => delivery.rule));
    expect([...rules]).toEqual(["busy"]);
  }),
  settled(
    "2.10",
    "the other allowed values: not shown",
    "any word is taken; gte, lt, lte and eq are evaluated, too",
  ),
  typeClause(["2.10", "threshold number"], "threshold", request, ["90", true, [90], {}]),
  typeClause(["2.10", "channels string"], "channels", request, [7, true, ["email"], {}]),
  tested(
    "2.10",
    "comma-separated list of email, slack, discord, webhook",
    async ({ ok, refused }) => {
      for (const channels of ["pager", "email,pager", "email;slack", "email,", ","]) {
        await refused(route, { ...alertRule(), channels });
      }
      const lists = ["email", "slack", "discord", "webhook", "email,slack,discord,webhook"];
      for (const channels of lists) {
        const made = await ok(route, {
          ...alertRule(),
          name: channels.replaceAll(",", "-"),
          channels,
        });
        expect(made).toMatchObject({ channels });
      }
    },
  ),
  typeClause(["2.10", "cooldown_minutes integer"], "cooldown_minutes", request, noIntegers),
  tested("2.10", "integer minutes", async (world) => {
    await world.container();
    await world.ok(route, { ...always, channels: "email", cooldown_minutes: 30 });
    const after = (minutes: number) => {
      world.pass(minutes * 60);
      return world.platform.deliveries().length;
    };
    expect([after(2), after(20), after(15)]).toEqual([1, 1, 2]);
  }),
  tested("2.10", "Metrics for an instance: current CPU, memory and disk.", async (world) => {
    await world.container();
    const text = JSON.stringify(await world.ok("GET /api/v1/monitoring/metrics/web"));
    for (const word of [/cpu/i, /mem/i, /disk/i]) expect(text).toMatch(word);
  }),
];

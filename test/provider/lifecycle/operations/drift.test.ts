import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { alertRule } from "../../../../resources/monitoring/alert-rule.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, newContext, world } from "../../../support/session.ts";

const rule = { metric: "cpu_percent", condition: "gt", threshold: 90, channels: ["email"] };
const inputs = declared({ name: "cpu-1", ...rule, __generatedName: true });
const state = { ...inputs, __world: world, __echoes: ["channels", "name", "threshold"] };
const shown = { id: "cpu-1", name: "cpu-1", ...rule, channels: "email" };
const list = (change: Props = {}) => ({
  call: "GET /api/v1/monitoring/alerts",
  answer: [{ ...shown, ...change }],
});

async function refreshed(change: Props, props: Props = state) {
  const context = newContext([list(change)]);
  return { context, result: await read(context, alertRule, { id: "cpu-1", props }) };
}

describe("what holds neither data nor an address and was changed by hand", () => {
  test("is replaced by the next up, which says why", async () => {
    const { context, result } = await refreshed({ threshold: 80 });
    expect(context.said).toEqual([]);
    expect(result.inputs).toMatchObject({ threshold: 80 });
    const next = newContext();
    const work = { id: "cpu-1", state: result.state, inputs };
    expect(compare(next, alertRule, work)).toMatchObject({ replaces: ["threshold"] });
    expect(next.said).toEqual([
      'alert rule "main": replaced because it was changed on the platform (threshold is 80), where nothing can change it back.',
    ]);
  });

  test("is not explained so where the program follows, or changes on its own", async () => {
    const { result } = await refreshed({ threshold: 80 });
    const next = newContext();
    const follow = { ...inputs, threshold: 80 };
    const other = { ...inputs, threshold: 70 };
    const diffs = [follow, other].map((wanted) =>
      compare(next, alertRule, { id: "cpu-1", state: result.state, inputs: wanted }),
    );
    expect(diffs.map(({ replaces }) => replaces)).toEqual([[], ["threshold"]]);
    expect(next.said).toEqual([]);
  });

  test("stays where the platform only added something, or has another name for it", async () => {
    const { result } = await refreshed({ name: "CPU", severity: "high", cooldown_minutes: 5 });
    const next = newContext();
    const { changes } = compare(next, alertRule, { id: "cpu-1", state: result.state, inputs });
    expect(changes).toBe(false);
  });

  test("is brought back in place where a route updates it", async () => {
    const rules = { inbound: [{ protocol: "tcp", ports: ["443"] }], outbound: [] };
    const given = declared({ name: "edge", ...rules });
    const props = { ...given, __world: world, __echoes: ["inbound", "outbound"] };
    const answer = { id: "fw_1", name: "edge", inbound: [{ protocol: "udp" }], outbound: [] };
    const context = newContext([{ call: "GET /api/v1/firewalls", answer: [answer] }]);
    const result = await read(context, firewall, { id: "fw_1", props });
    const work = { id: "fw_1", state: result.state, inputs: given };
    expect(compare(newContext(), firewall, work)).toMatchObject({
      changes: undefined,
      replaces: [],
    });
  });
});

describe("a platform that repeats a request, and shows it in its own spelling", () => {
  const { __generatedName: _name, ...named } = inputs;
  const echo = {
    call: "POST /api/v1/monitoring/alerts",
    body: { name: "cpu-1", ...rule, channels: "email" },
  };
  const none = { call: "GET /api/v1/monitoring/alerts", answer: [] };
  const spelled = list({ condition: ">", threshold: 0.9 });

  async function madeAndRefreshed(looks: readonly Expected[], seen: Expected) {
    const calls = [none, { ...echo, answer: { id: "cpu-1", ...echo.body } }, ...looks];
    const { id, state: props } = await create(newContext(calls), alertRule, named);
    const context = newContext([seen]);
    const result = await read(context, alertRule, { id, props });
    const work = { id, state: result.state, inputs: named };
    return { said: context.said, ...compare(newContext(), alertRule, work) };
  }

  test("is not replaced at each refresh", async () => {
    const result = await madeAndRefreshed([spelled], spelled);
    expect(result).toMatchObject({ said: [], changes: false, replaces: [] });
  });

  test("is replaced where a look had shown what the program says", async () => {
    const result = await madeAndRefreshed([list()], list({ threshold: 80 }));
    expect(result).toMatchObject({ replaces: ["threshold"] });
  });

  test("is made all the same where that look fails: the first refresh takes its place", async () => {
    const broken = { ...none, status: 503, answer: { error: "later" } };
    const result = await madeAndRefreshed([broken, broken], list({ threshold: 80 }));
    expect(result).toMatchObject({ said: [], changes: false });
  });
});

import { expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { diff } from "../../../../provider/lifecycle/diff.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { alertRule } from "../../../../resources/monitoring/alert-rule.ts";
import { declared, newContext, world } from "../../../support/session.ts";

const rule = { metric: "cpu_percent", condition: "gt", threshold: 90, channels: ["email"] };
const inputs = declared({ name: "cpu-1", ...rule, __generatedName: true });
const state = {
  ...inputs,
  __world: world,
  __echoes: ["channels", "name", "threshold"],
  __shown: {},
};
const shown = { id: "cpu-1", name: "cpu-1", ...rule, channels: "email" };
const alerts = "/api/v1/monitoring/alerts";
const list = (change: Props = {}) => ({ call: `GET ${alerts}`, answer: [{ ...shown, ...change }] });

/** A refresh that shows this, and the comparison of the program that follows. */
async function compared(change: Props, wanted: Props, props: Props = state) {
  const context = newContext([list(change)]);
  const { state: found } = await read(context, alertRule, { id: "cpu-1", props });
  const next = newContext();
  const work = { id: "cpu-1", state: found, inputs: { ...inputs, ...wanted } };
  return { ...(await diff(next, alertRule, work)), said: next.said };
}

test("a rule that was changed by hand is replaced, and the reason is said", async () => {
  const { replaces, said } = await compared({ threshold: 80 }, {});
  expect(replaces).toEqual(["threshold"]);
  expect(said).toEqual([expect.stringContaining("changed on the platform (threshold is 80)")]);
});

test.each([
  ["follows", 80, []],
  ["changes on its own", 70, ["threshold"]],
])("no reason is said where the program %s", async (_how, threshold, replaces) => {
  expect(await compared({ threshold: 80 }, { threshold })).toMatchObject({ replaces, said: [] });
});

test("a rule stays to which the platform only added something, or gave another name", async () => {
  const change = { name: "CPU", severity: "high", cooldown_minutes: 5 };
  expect(await compared(change, {})).toMatchObject({ replaces: [], said: [] });
});

test("a rule is not replaced because of the platform's own spelling, which a look after the create shows", async () => {
  const body = { name: "cpu-1", ...rule, channels: "email" };
  const spelled = { condition: ">", threshold: 0.9 };
  const post = { call: `POST ${alerts}`, body, answer: { id: "cpu-1", ...body } };
  const context = newContext([{ call: `GET ${alerts}`, answer: [] }, post, list(spelled)]);
  const { state: made } = await create(context, alertRule, inputs);
  expect(await compared(spelled, {}, made)).toMatchObject({ changes: false, said: [] });
  expect(await compared({ ...spelled, threshold: 0.8 }, {}, made)).toMatchObject({
    replaces: ["threshold"],
  });
});

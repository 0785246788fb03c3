import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { check } from "../../../../provider/lifecycle/check.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { doubtName, unresolvedId } from "../../../../provider/lifecycle/create/unresolved.ts";
import { diff } from "../../../../provider/lifecycle/diff.ts";
import { pickInputs } from "../../../../provider/lifecycle/state/state.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, newContext, type TestContext, world } from "../../../support/session.ts";

const first = declared({ region: "eu", sizeGb: 10 });
const changed = declared({ region: "eu", sizeGb: 10, filesystem: "ext4" });

/** What the state has of a create in doubt: the user says that it made nothing, so the engine has "deleted" it. */
function placeholder() {
  const context = newContext();
  const { inputs } = check(volume, settingsOf(context), { oldInputs: {}, inputs: first });
  const { token } = intentOf(context, volume, inputs);
  const at = context.clock.now() - 1_000;
  const state = { ...inputs, __world: world, __unresolved: { applied: false, settlesAt: at, at } };
  const forgetUnresolved = [doubtName(token, at)];
  return { id: unresolvedId(token), state, name: inputs["name"], told: { forgetUnresolved } };
}

function settingsOf({ declared }: TestContext) {
  return { mailEnabled: false, now: 0, declared };
}

type Placeholder = ReturnType<typeof placeholder>;

/** The inputs of what takes its place, as the engine asks for them in one run. */
async function inputsFor(context: TestContext, { id, state }: Placeholder, inputs: Props) {
  const oldInputs = pickInputs(volume, state);
  const kept = check(volume, settingsOf(context), { oldInputs, inputs });
  await diff(context, volume, { id, state, inputs: kept.inputs });
  return check(volume, settingsOf(context), { oldInputs: {}, inputs }).inputs;
}

async function nameFor(old: Placeholder, inputs: Props): Promise<string> {
  return String((await inputsFor(newContext([], old.told), old, inputs))["name"]);
}

/** A run that is killed once the create in that place was answered; the state is as before. */
async function killed(old: Placeholder, inputs: Props, id: string) {
  const context = newContext([], old.told);
  const intent = intentOf(context, volume, await inputsFor(context, old, inputs));
  context.journal.sent(intent);
  context.journal.made(intent, id);
  return context.journal;
}

describe("what takes the place of a create in doubt", () => {
  test("has a name of its own where a killed run made what was asked for before (seed 1074762)", async () => {
    const old = placeholder();
    const journal = await killed(old, first, "vol_1");
    const name = await nameFor(old, changed);
    expect(name).toMatch(/^main-[a-z2-7]{8}$/);
    expect(name).not.toBe(old.name);
    const body = { name, region: "eu", size_gb: 10, filesystem: "ext4" };
    const answer = { ...body, id: "vol_2", status: "available" };
    const calls: readonly Expected[] = [
      { call: "POST /v1/volumes", body, answer },
      { call: "GET /v1/volumes/vol_2", answer },
    ];
    const context = newContext(calls, { ...old.told, journal });
    const created = await create(context, volume, await inputsFor(context, old, changed));
    expect(created.id).toBe("vol_2");
    expect(context.said).toEqual([
      'warning: volume "main": an interrupted run made vol_1 with other inputs, which no stack manages. Look in the console; delete it there, or set `adopt` to its id.',
    ]);
  });

  test.each([
    ["as it was", first, {}],
    ["changed", changed, { filesystem: "ext4" }],
  ])("is taken over by the program that a run was killed over, %s", async (_what, inputs, more) => {
    const old = placeholder();
    const journal = await killed(old, inputs, "vol_1");
    const name = await nameFor(old, inputs);
    const shown = { id: "vol_1", name, region: "eu", size_gb: 10, status: "available", ...more };
    const look = { call: "GET /v1/volumes/vol_1", answer: shown };
    const context = newContext([look, look], { ...old.told, journal });
    const created = await create(context, volume, await inputsFor(context, old, inputs));
    expect(created.id).toBe("vol_1");
  });

  test("keeps its name where only what can be changed in place is another one", async () => {
    const old = placeholder();
    expect(await nameFor(old, { ...first, sizeGb: 20 })).toBe(old.name);
  });
});

import { expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { createName } from "../../../provider/lifecycle/create/unresolved.ts";
import { endRun } from "../../../provider/lifecycle/end-run.ts";
import { intentOf } from "../../../provider/lifecycle/operation/intent.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared, held, keyMark, newContext, world } from "../../support/session.ts";
import { newRun, type Run } from "./rules/run.ts";

const data = declared({ name: "data-1", region: "eu", sizeGb: 10, __generatedName: true });
const rest = declared({ name: "rest-1", region: "eu", sizeGb: 10 }, "rest");
const at = 1_800_000_000_000;
const intent = intentOf({ world, keyMark: () => keyMark }, volume, data);
const name = createName(intent.token, at);

interface EarlierRun {
  readonly forgetUnresolved?: string[];
  readonly hasRunEnded?: boolean;
}

/** A run over the stack whose program had these volumes, after another one was killed. */
async function ended(
  program: readonly Props[],
  id: string | undefined,
  { forgetUnresolved = [], hasRunEnded = false }: EarlierRun = {},
) {
  const context = newContext([], { forgetUnresolved });
  const times = { at, notedAt: at, settlesAt: at + 90_000 };
  const open = { ...intent, ...times, id, isUnderWay: false, hasRunEnded };
  const dropped: string[] = [];
  const ends: boolean[] = [];
  Object.assign(context.journal, {
    unsettled: async () => [open],
    drop: async (token: string) => void dropped.push(token),
    endRun: async () => void ends.push(true),
  });
  for (const inputs of program) context.declared.noteChecked({ definition: volume, inputs });
  const isOpen = await endRun(context);
  expect(ends).toEqual([true]);
  return { said: context.said, isOpen, dropped };
}

test.each(["vol_1", undefined])(
  "a killed create that nothing asked for is named with all that is known of it (%s)",
  async (id) => {
    const { said, isOpen } = await ended([rest], id);
    expect(isOpen).toBe(true);
    expect(said).toHaveLength(1);
    for (const word of [id ?? "", 'volume "main" (data-1)', "2027-01-15 08:00 UTC", name])
      expect(said[0]).toContain(word);
  },
);

test.each<[string, (run: Run) => Promise<unknown>]>([
  ["destroys", (run) => run.remove(volume, { id: "vol_9", state: held(rest) })],
  ["refreshes", (run) => run.read(volume, "vol_9", held(rest))],
])("a run that only %s asks for them, too", async (_does, work) => {
  const run = newRun({});
  await work(run);
  const asked: string[] = [];
  const unsettled = async (stack: string) => {
    asked.push(stack);
    return [];
  };
  Object.assign(run.context.journal, { unsettled });
  expect(await endRun(run.context)).toBe(false);
  expect(asked).toEqual([intent.stack]);
});

test.each<[string, readonly Props[], string[], boolean]>([
  ["the program has it", [rest, data], [], false],
  ["it has it with what an update changes", [rest, { ...data, sizeGb: 20 }], [], false],
  ["it may have it, while an input is not known", [{ ...data, region: UNKNOWN }], [], false],
  ["it has it with other inputs", [rest, { ...data, region: "us" }], [], true],
  ["the user looked into it", [rest], [name], false],
  ["the run changed no stack", [], [], false],
])("it is named: where %s: %4$s", async (_what, program, forgetUnresolved, isNamed) => {
  const { said, isOpen, dropped } = await ended(program, "vol_1", { forgetUnresolved });
  expect([said.length > 0, isOpen]).toEqual([isNamed, isNamed]);
  expect(dropped).toEqual(forgetUnresolved.length > 0 ? [intent.token] : []);
});

test("the create of a run that ended in good order is not called a killed one's, and can be forgotten", async () => {
  // As of a floating IP that a targeted run leaves out.
  const ending = await ended([rest], "vol_1", { hasRunEnded: true });
  expect(ending).toMatchObject({ said: [], isOpen: false });
  const forgotten = await ended([rest], "vol_1", { hasRunEnded: true, forgetUnresolved: [name] });
  expect(forgotten).toMatchObject({ said: [], dropped: [intent.token] });
});

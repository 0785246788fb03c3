import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { stackOf } from "../../../../provider/lifecycle/identity/subject.ts";
import { Operation } from "../../../../provider/lifecycle/operation/operation.ts";
import { adopterFor, isLeftTo } from "../../../../provider/lifecycle/operations/adoptions.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { projectMember } from "../../../../resources/access/project-member.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { nextRun } from "../../../support/next-run.ts";
import { errorOf, newContext, type TestContext } from "../../../support/session.ts";
import { checkedIn, of, runsOf } from "./runs-of-stacks.ts";

const data = { name: "data", region: "eu", sizeGb: 10 };
const there = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const get = { call: "GET /v1/volumes/vol_1", answer: there };
const day = 86_400_000;

const first = { id: "vol_1", state: of("dev", data), inputs: of("dev", data) };
const adopting = of("prod", { ...data, adopt: "vol_1" });

/** A run whose check showed what the last one ended with. */
function checked(context: TestContext, oldInputs: Props, inputs: Props): TestContext {
  return checkedIn(nextRun(context), volume, { oldInputs, inputs });
}

async function removedFrom(context: TestContext, state: Props): Promise<string> {
  const leaving = nextRun(context);
  await remove(leaving, volume, { id: "vol_1", state });
  return leaving.said.join();
}

describe("what a stack adopted", () => {
  test("stays its own for longer than a month without the word in its program", async () => {
    const made = newContext([get]);
    const run = runsOf(made);
    const { state } = await create(run(), volume, adopting);
    for (let days = 0; days < 40; days += 10) {
      await made.clock.sleep(10 * day);
      compare(run(), volume, { id: "vol_1", state, inputs: of("prod", data) });
      compare(run(), volume, first);
    }
    expect(await removedFrom(run(), first.state)).toContain("of stack prod has it now");
  });

  test("is left to it where it was killed before anything showed its state, with a way out", async () => {
    const context = newContext([get]);
    await create(context, volume, adopting);
    await context.clock.sleep(2 * day);
    const { journal } = context;
    const row = journal.adoptersOf({ type: "volume", id: "vol_1" }, "")[0];
    const adoptersOf = () => [{ ...(row ?? expect.fail()), isOpen: true }];
    const later = { ...nextRun(context), journal: Object.assign(journal, { adoptersOf }) };
    const { message } = await errorOf(() => remove(later, volume, first));
    expect(message).toContain(
      "there; else set `adopt` to vol_1 here (where it stands already, run `pulumi up` without it once), and run `pulumi up` first.",
    );
  });

  test("is its own hours after its last run, whatever another one had adopted before", async () => {
    const context = newContext([get, get, get, { call: "DELETE /v1/volumes/vol_1", status: 204 }]);
    await create(context, volume, adopting);
    const { state } = await create(
      nextRun(context),
      volume,
      of("dev", { ...data, adopt: "vol_1" }),
    );
    await context.clock.sleep(7 * 3_600_000);
    expect(await removedFrom(context, state)).toBe("");
  });

  test("stays its own where the first one was killed while it adopted the object anew, and was rolled back", async () => {
    const run = runsOf(newContext([get, get]));
    const own = { ...first, state: { ...first.state, adopt: "vol_1", __adoptedAt: 1 } };
    await create(run(), volume, adopting);
    await create(run("killed"), volume, of("dev", { ...data, adopt: "vol_1" }, "store"));
    expect(await removedFrom(run(), own.state)).toContain("of stack prod has it now");
    compare(run(), volume, own);
    expect(await removedFrom(run(), own.state)).toContain("of stack prod has it now");
  });

  test("is known for days where that run was killed", async () => {
    const context = newContext([get]);
    await create(context, volume, adopting);
    await context.clock.sleep(2 * day);
    const object = { type: "volume", id: "vol_1" };
    expect(context.journal.adoptersOf(object, "another")[0]?.subject).toBe('volume "data"');
  });

  test("is the first one's again by a new adopt, though it had adopted it before and dropped the word", async () => {
    const context = newContext([get, get]);
    const own = of("dev", { ...data, adopt: "vol_1" });
    const { state } = await create(context, volume, own);
    await create(nextRun(context), volume, adopting);
    const work = { id: "vol_1", state, inputs: own };
    // While it stands in the program for good, it is no new word.
    expect(compare(checked(context, own, own), volume, work).changes).toBe(false);
    const taking = checked(context, of("dev", data), own);
    expect(compare(taking, volume, work).changes).toBe(true);
    const taken = await update(taking, volume, work);
    expect(Number(taken["__adoptedAt"])).toBeGreaterThan(Number(state["__adoptedAt"]));
    expect(await removedFrom(context, adopting)).toContain("of stack dev has it now");
  });

  test("is taken back once more where that was killed before its state was stored", async () => {
    const context = newContext([get]);
    await create(context, volume, adopting);
    const inputs = of("dev", { ...data, adopt: "vol_1" });
    const taking = checked(context, of("dev", data), inputs);
    await update(taking, volume, { ...first, inputs });
    const again = checked(context, of("dev", data), inputs);
    expect(compare(again, volume, { ...first, inputs }).changes).toBe(true);
  });

  test("is not handed on by a declaration that has it, too, and did not adopt it", async () => {
    const context = newContext([get, get]);
    const { state } = await create(context, volume, adopting);
    const renaming = nextRun(context);
    await create(renaming, volume, of("dev", { ...data, adopt: "vol_1" }, "store"));
    compare(renaming, volume, first);
    compare(nextRun(context), volume, { id: "vol_1", state, inputs: adopting });
    expect(await removedFrom(context, state)).toContain('volume "store" of stack dev has it now');
  });
});

const member = { projectId: "proj_1", email: "ann@example.com", role: "developer" };
const members = {
  call: "GET /v1/projects/proj_1/members",
  answer: [{ id: "usr_1", email: "ann@example.com", role: "developer" }],
};

const usr2 = { id: "usr_2", email: "ann@example.com", role: "developer" };
const again = { ...members, answer: [usr2] };
const deletion = { call: "DELETE /v1/projects/proj_1/members/usr_1", status: 204 };
const deletionAgain = { call: "DELETE /v1/projects/proj_1/members/usr_2", status: 204 };

test("a member that another stack adopted by her address is hers by her id as well", async () => {
  const context = newContext([members]);
  await create(
    context,
    projectMember,
    of("prod", { ...member, adopt: "proj_1/ann@example.com" }, "ann"),
  );
  const leaving = nextRun(context);
  await remove(leaving, projectMember, { id: "proj_1/usr_1", state: of("dev", member, "ann") });
  expect(leaving.said.join()).toContain('project member "ann" of stack prod has it now');
});

test("a member who is taken back by her id is the first stack's, whatever the row by her address says", async () => {
  const context = newContext([members]);
  const adopt = "proj_1/ann@example.com";
  const theirs = await create(context, projectMember, of("prod", { ...member, adopt }, "ann"));
  const taken = of("dev", { ...member, adopt: "proj_1/usr_1" }, "ann");
  const taking = checkedIn(nextRun(context), projectMember, {
    oldInputs: of("dev", member, "ann"),
    inputs: taken,
  });
  await update(taking, projectMember, {
    id: "proj_1/usr_1",
    state: of("dev", { ...member, status: "active" }, "ann"),
    inputs: taken,
  });
  const leaving = nextRun(context);
  await remove(leaving, projectMember, { id: adopt, state: theirs.state });
  expect(leaving.said.join()).toContain('project member "ann" of stack dev has it now');
});

test("a member who was invited anew is deleted, though her address was adopted by the state before", async () => {
  const adopt = "proj_1/ann@example.com";
  const inputs = of("dev", member, "ann");
  const context = newContext([members, members, deletion, again, deletionAgain]);
  const { state } = await create(context, projectMember, { ...inputs, adopt });
  await remove(nextRun(context), projectMember, { id: adopt, state });
  // The run that replaces her is killed, and the next one is shown her former state.
  context.journal.made(intentOf(context, projectMember, inputs), "proj_1/usr_2");
  const next = nextRun(context);
  compare(next, projectMember, { id: adopt, state, inputs });
  const made = await create(next, projectMember, inputs);
  expect(made.id).toBe("proj_1/usr_2");
  const leaving = nextRun(context);
  await remove(leaving, projectMember, made);
  expect(leaving.said.join()).not.toContain("stays");
});

test("what a killed run made and another stack adopted stays there, though the first one takes it over", async () => {
  const context = newContext([get, get, get]);
  const inputs = of("dev", data);
  context.journal.made(intentOf(context, volume, inputs), "vol_1");
  await create(nextRun(context), volume, adopting);
  const taken = await create(nextRun(context), volume, inputs);
  expect(taken.state["__adoptedAt"]).toBeUndefined();
  expect(await removedFrom(context, taken.state)).toContain("of stack prod has it now");
});

test("a member is the same by her address in any case", async () => {
  const context = newContext([members]);
  await create(context, projectMember, of("prod", { ...member, adopt: "proj_1/usr_1" }, "ann"));
  const state = of("dev", { ...member, email: "Ann@Example.com" }, "ann");
  const leaving = nextRun(context);
  await remove(leaving, projectMember, { id: "proj_1/Ann@Example.com", state });
  expect(leaving.said.join()).toContain("of stack prod has it now");
  const adopt = "proj_1/ann@example.com";
  compare(leaving, projectMember, { id: "proj_1/usr_1", state, inputs: { ...state, adopt } });
  expect(leaving.said.join()).not.toContain("`adopt` names");
});

test("a member that another stack adopted by her id is hers by her address as well", async () => {
  const context = newContext([members]);
  await create(context, projectMember, of("prod", { ...member, adopt: "proj_1/usr_1" }, "ann"));
  const leaving = nextRun(context);
  const state = of("dev", member, "ann");
  await remove(leaving, projectMember, { id: "proj_1/ann@example.com", state });
  expect(leaving.said.join()).toContain('project member "ann" of stack prod has it now');
});

test("an adopt that names another object is said to do nothing, at each run", () => {
  const context = newContext();
  const inputs = of("dev", { ...data, adopt: "vol_2" });
  expect(compare(context, volume, { ...first, inputs }).changes).toBe(false);
  expect(context.said).toEqual([
    'warning: volume "data": `adopt` names vol_2, but vol_1 is in the state and stays there. To have the other one, run `pulumi state delete` for this resource first; to keep this one, remove `adopt`.',
  ]);
  compare(checked(context, inputs, inputs), volume, { ...first, inputs });
  // An update stores the word.
  compare(checked(context, inputs, inputs), volume, { ...first, state: inputs, inputs });
  expect(context.said).toHaveLength(3);
});

describe("what the program names in the adopt of another resource, which has it not", () => {
  const named = of("dev", { ...data, adopt: "vol_1" }, "store");
  const removing = (inputs: Props) =>
    remove(checkedIn(newContext([]), volume, { oldInputs: {}, inputs }), volume, first);

  test("is not deleted: names that are shifted along would lose the first one", async () => {
    const { message } = await errorOf(() => removing(named));
    expect(message).toBe(
      'volume "data" (vol_1) was not deleted: `adopt` of volume "store" names it. If that one has another object, run `pulumi state delete` for it, or remove its `adopt`; then run `pulumi up` again.',
    );
  });

  test("nor is the older object of the very declaration", async () => {
    const { message } = await errorOf(() => removing({ ...first.inputs, adopt: "vol_1" }));
    expect(message).toBe(
      'volume "data" (vol_1) was not deleted: the program still names it in `adopt`. Remove that; then run `pulumi up` again.',
    );
  });

  test("is, where it names another object", async () => {
    const calls = [get, { call: "DELETE /v1/volumes/vol_1", status: 204 }];
    const inputs = of("dev", { ...data, adopt: "vol_2" }, "store");
    const context = checkedIn(newContext(calls), volume, { oldInputs: {}, inputs });
    await remove(context, volume, first);
    expect(context.said).toEqual([]);
  });
});

describe("an adopt is a new word", () => {
  const work = { ...first, inputs: of("dev", { ...data, adopt: "vol_1" }) };
  async function changes(before: Props) {
    const context = newContext([get]);
    await create(context, volume, adopting);
    return compare(checked(context, of("dev", before), work.inputs), volume, work).changes;
  }

  test("where it is written, and where it named another object", async () => {
    expect(await changes(data)).toBe(true);
    expect(await changes({ ...data, adopt: "vol_2" })).toBe(true);
    expect(await changes({ ...data, adopt: "vol_1" })).toBe(false);
  });
});

describe("a note that another machine's run has overtaken", () => {
  const note = (adoptedAt: number, isOpen = false) => ({
    ...{ type: "storage:Volume", id: "vol_1", declaration: "e", subject: 'volume "e"' },
    ...{ stack: "dev", adoptedAt, isOpen, isOfRun: false },
  });
  const keeper = (known: ReturnType<typeof note>) => {
    const operation = new Operation(newContext(), volume, { name: "delete", props: first.state });
    return adopterFor(operation, { declaration: "f", stack: "dev", adoptedAt: 200 }, known);
  };

  test("keeps nothing from the state that adopted the object later", () => {
    expect(keeper(note(100))).toBeUndefined();
  });

  test("but not one that this run noted: its program has both", () => {
    expect(keeper({ ...note(100), isOfRun: true })).toMatchObject({ declaration: "e" });
  });

  test("nor does what another stack adopted before that", () => {
    expect(keeper({ ...note(100), stack: "prod" })).toBeUndefined();
    expect(keeper({ ...note(100, true), stack: "prod" })).toBeUndefined();
  });

  test.each([
    ["another stack", { stack: "prod", adoptedAt: 201 }, true],
    ["another stack, but not after it", { stack: "prod", adoptedAt: 200 }, false],
    ["the same stack", { stack: stackOf(first.state), adoptedAt: 201 }, false],
    ["a stack that is not known", { stack: undefined, adoptedAt: 201 }, false],
  ])("leaves the object of a state to who adopted it since: %s", (_who, known, isLeft) => {
    const state = { ...first.state, __adoptedAt: 200 };
    expect(isLeftTo({ ...note(0), ...known }, state)).toBe(isLeft);
  });

  test("keeps what was adopted after the state", () => {
    expect(keeper(note(300))).toMatchObject({ declaration: "e" });
    expect(keeper({ ...note(300), stack: "prod" })).toMatchObject({ declaration: "e" });
  });
});

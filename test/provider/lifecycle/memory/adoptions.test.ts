import { describe, expect, test } from "vitest";
import type { Journal } from "../../../../provider/journal/journal.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { container } from "../../../../resources/compute/container.ts";
import { network } from "../../../../resources/network/network.ts";
import { declared, errorOf, held, newContext, type TestContext } from "../../../support/session.ts";
import { body, list, none, post } from "../create-once/lost-create.ts";

const gone = {
  call: "GET /api/v1/instances/web-1",
  status: 404,
  answer: { error: 'instance "web-1" not found' },
};

/** The journal of a run that adopted the container for "a". */
async function journalOfAdopter(): Promise<Journal> {
  const context = newContext([list({})]);
  await create(context, container, declared({ ...body, adopt: "web-1" }, "a"));
  context.journal.handedOver();
  return context.journal;
}

/** Deletes the container of that name for "b", which made it since. */
async function removeForOther(journal: Journal) {
  const erase = { call: "DELETE /api/v1/instances/web-1" };
  const context = newContext([list({ status: "stopped" }), erase], { journal });
  await remove(context, container, { id: "web-1", state: held(body, "b") });
  return context.said;
}

/** A run in which "b" is in the program as its state has it, which this machine did not see it adopt. */
async function comparedForOther(journal: Journal, inputs = body) {
  const state = held({ ...body, adopt: "web-1" }, "b");
  compare(newContext([], { journal }), container, {
    id: "web-1",
    state,
    inputs: declared(inputs, "b"),
  });
}

describe("an adoption is over", () => {
  test("when the program has the object for another declaration, which adopted it on another machine", async () => {
    const journal = await journalOfAdopter();
    await comparedForOther(journal);
    expect(await removeForOther(journal)).toEqual([]);
  });

  test("but not when that one is to be replaced: an older state of the object may be what goes", async () => {
    const journal = await journalOfAdopter();
    await comparedForOther(journal, { ...body, image: "alpine/3.22" });
    const context = newContext([], { journal });
    await remove(context, container, { id: "web-1", state: held(body, "b") });
    expect(context.said.join()).toContain('because container "a" has it now');
  });

  test("but not for the one that both adopted, as soon as the program has it for the first again", async () => {
    const journal = await journalOfAdopter();
    await comparedForOther(journal);
    const first = { id: "web-1", state: held(body, "a"), inputs: declared(body, "a") };
    compare(newContext([], { journal }), container, first);
    const context = newContext([], { journal });
    await remove(context, container, { id: "web-1", state: held(body, "b") });
    expect(context.said.join()).toContain('because container "a" has it now');
  });

  test("when another declaration has made an object with that id", async () => {
    const journal = await journalOfAdopter();
    await create(newContext([none, post], { journal }), container, declared(body, "b"));
    expect(await removeForOther(journal)).toEqual([]);
  });

  test("when a refresh has shown that the object is gone", async () => {
    const journal = await journalOfAdopter();
    const context = newContext([none, gone], { journal });
    expect((await read(context, container, { id: "web-1", props: held(body, "a") })).id).toBe("");
    expect(await removeForOther(journal)).toEqual([]);
  });
});

const config = { "ipv4.address": "10.0.0.1/24" };
const lan = { name: "lan", config };
const other = { ...lan, config: { "ipv4.address": "10.0.0.1/25" } };
const shown = { call: "GET /api/v1/networks", answer: [{ id: "net_1", ...lan }] };
const erase = { call: "DELETE /api/v1/networks/net_1" };
const away = { ...shown, answer: [{ id: "net_2" }] };

/** The journal of a run in which `adopter` adopted the network; a run was cut short, so "a" and "b" have it. */
async function journalOfBoth(adopter: "a" | "b"): Promise<Journal> {
  const context = newContext([shown]);
  await create(context, network, declared({ ...lan, adopt: "net_1" }, adopter));
  context.journal.handedOver();
  return context.journal;
}

/** Deletes the network to make room for one of the same name, or of another one, for "b". */
async function makeRoom(context: TestContext, name = "lan", adoptedAt = {}) {
  const state = { ...held({ ...lan, adopt: "net_1" }, "b"), ...adoptedAt };
  const inputs = declared({ ...other, name }, "b");
  compare(context, network, { id: "net_1", state, inputs });
  await remove(context, network, { id: "net_1", state });
}

describe("what two states have", () => {
  test("makes room for another one of the name where the declaration adopted it last", async () => {
    const context = newContext([erase, away], { journal: await journalOfBoth("b") });
    await makeRoom(context, "lan", { __adoptedAt: context.clock.now() });
    expect(context.said).toEqual([]);
  });

  test("is not said to be deleted where another one did: the new one would be refused for its name", async () => {
    const context = newContext([], { journal: await journalOfBoth("a") });
    expect((await errorOf(() => makeRoom(context))).message).toBe(
      'network "b" (net_1) was not replaced: network "a" has it, too, and with it the name. If the program has both, give this one another name; else undo the change, run `pulumi up`, and change it then.',
    );
  });

  test("makes room once that one has left the state, as the message says", async () => {
    const journal = await journalOfBoth("a");
    const undone = newContext([], { journal });
    const state = held(lan, "b");
    compare(undone, network, { id: "net_1", state, inputs: declared(lan, "b") });
    await remove(undone, network, { id: "net_1", state: held(lan, "a") });
    expect(undone.said).toEqual([
      'warning: network "a": net_1 was not deleted, because network "b" has it now. To rename, an alias does it without `adopt`.',
    ]);
    const context = newContext([erase, away], { journal });
    await makeRoom(context);
    expect(context.said).toEqual([]);
  });

  test("is left to the other one where only that one makes room for its name", async () => {
    const context = newContext([erase, away]);
    await makeRoom(context);
    await remove(context, network, { id: "net_1", state: held(lan, "c") });
    expect(context.said).toEqual([
      'warning: network "c": net_1 was not deleted, because network "b" has it now.',
    ]);
  });

  test("is left to the other one where the new one has another name", async () => {
    const context = newContext([], { journal: await journalOfBoth("a") });
    await makeRoom(context, "lan-2");
    expect(context.said).toEqual([
      'warning: network "b": net_1 was not deleted, because network "a" has it now. To rename, an alias does it without `adopt`.',
    ]);
  });
});

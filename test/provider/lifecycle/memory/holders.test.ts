import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { SqliteJournal } from "../../../../provider/journal/sqlite-journal.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { apiKey } from "../../../../resources/access/api-key.ts";
import { projectMember } from "../../../../resources/access/project-member.ts";
import { image } from "../../../../resources/compute/image.ts";
import { importedImage } from "../../../../resources/compute/imported-image.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { floatingIpAssignment } from "../../../../resources/network/floating-ip-assignment.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { nextRun } from "../../../support/next-run.ts";
import {
  declared,
  errorOf,
  held,
  InstantClock,
  newContext,
  world,
} from "../../../support/session.ts";

const data = { name: "data", region: "eu", sizeGb: 10 };
const there = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const get = { call: "GET /v1/volumes/vol_1", answer: there };
const erase = { call: "DELETE /v1/volumes/vol_1", status: 204 };
const gone = { ...get, status: 404, answer: { error: "there is none" } };
const oldState = declared(data, "a");
const object = { id: "vol_1", state: oldState };
const left = 'warning: volume "a": vol_1 was not deleted, because volume "b" has it now.';
const kept = `${left} To rename, an alias does it without \`adopt\`.`;

describe("an object that two declarations have", () => {
  test("is not deleted for the one when the other one has adopted it", async () => {
    const context = newContext([get]);
    await create(context, volume, declared({ ...data, adopt: "vol_1" }, "b"));
    await remove(context, volume, object);
    expect(context.said).toEqual([kept]);
  });

  test("is not deleted when the state of the other one has it, as after a run that was cut", async () => {
    const context = newContext();
    const state = declared({ ...data, adopt: "vol_1" }, "b");
    compare(context, volume, { id: "vol_1", state, inputs: state });
    await remove(context, volume, object);
    expect(context.said).toEqual([kept]);
  });

  test("is kept for the reason that its own replacement found it, whatever a refresh read before", async () => {
    const context = newContext([get, get]);
    await read(context, volume, { id: "vol_1", props: oldState });
    await create(context, volume, declared({ ...data, adopt: "vol_1" }, "b"));
    await remove(context, volume, { id: "vol_1", state: declared(data, "b") });
    await remove(context, volume, object);
    expect(context.said).toEqual([
      'warning: volume "b": it was not replaced: `adopt` names vol_1 itself. Remove `adopt` to have another one made.',
      kept,
    ]);
  });

  test("is deleted with the last of them", async () => {
    const context = newContext([get, get, get, erase]);
    const other = { id: "vol_1", state: declared(data, "b") };
    for (const { id, state } of [object, other]) await read(context, volume, { id, props: state });
    await remove(context, volume, object);
    await remove(context, volume, other);
    expect(context.said).toEqual([left]);
  });
});

test("what has an object is called as the program calls it, also after an alias gave it another name", async () => {
  const context = newContext();
  const state = declared(data, "old");
  compare(context, volume, { id: "vol_1", state, inputs: declared(data, "b") });
  await remove(context, volume, object);
  expect(context.said).toEqual([left]);
});

describe("what was adopted goes with the declaration that an alias gave another name", () => {
  const place = (name: string) => ({ __urn: `urn:pulumi:dev::shop::hosting:Volume::${name}` });
  const first = { ...declared({ ...data, adopt: "vol_1" }, "a"), ...place("a") };
  const renamed = { ...declared(data, "b"), ...place("b") };

  test("whose state the engine keeps as it was where nothing changes", async () => {
    const context = newContext([get]);
    const { state } = await create(context, volume, first);
    const second = nextRun(context);
    compare(second, volume, { id: "vol_1", state, inputs: renamed });
    const third = newContext([get, erase], { journal: second.journal });
    await remove(third, volume, { id: "vol_1", state });
    expect(third.said).toEqual([]);
  });

  test("whose state a change makes anew", async () => {
    const context = newContext([get]);
    const { state } = await create(context, volume, first);
    const grown = { ...there, size_gb: 20 };
    const patch = { call: "PATCH /v1/volumes/vol_1", body: { size_gb: 20 }, answer: grown };
    const second = newContext([patch], { journal: context.journal });
    const work = { id: "vol_1", state, inputs: { ...renamed, sizeGb: 20 } };
    compare(second, volume, work);
    const after = await update(second, volume, work);
    const third = newContext([get, erase], { journal: context.journal });
    await remove(third, volume, { id: "vol_1", state: after });
    expect(third.said).toEqual([]);
  });
});

describe("a declaration is its whole URN", () => {
  const urn = (types: string) => `urn:pulumi:dev::shop::${types}hosting:Volume::a`;
  const at = (props: Record<string, unknown>, types = "") => ({
    ...declared(props, "a"),
    __urn: urn(types),
  });

  test("so what moved into a component with adopt, in a run that was cut, is not deleted for its old place", async () => {
    const context = newContext();
    const state = at({ ...data, adopt: "vol_1" }, "shop:Web$");
    compare(context, volume, { id: "vol_1", state, inputs: state });
    await remove(context, volume, { id: "vol_1", state: at(data) });
    expect(context.said.join()).toContain("vol_1 was not deleted");
  });

  test("so two of one name under two parents are two objects", async () => {
    const post = { call: "POST /v1/volumes", body: { name: "data", region: "eu", size_gb: 10 } };
    const context = newContext([
      { ...post, answer: there },
      get,
      { ...post, answer: { ...there, id: "vol_2" } },
      { call: "GET /v1/volumes/vol_2", answer: { ...there, id: "vol_2" } },
    ]);
    const named = { ...data, __generatedName: true };
    const first = await create(context, volume, at(named, "shop:Web$"));
    const second = await create(context, volume, at(named, "shop:Db$"));
    expect([first.id, second.id]).toEqual(["vol_1", "vol_2"]);
  });
});

test("what another provider process adopted is not deleted, until it is deleted there", async () => {
  const first = newContext([get, get, erase]);
  const adopted = declared({ ...data, adopt: "vol_1" }, "b");
  const { state } = await create(first, volume, adopted);
  const second = { ...newContext(), journal: first.journal };
  await remove(second, volume, object);
  expect(second.said).toEqual([kept]);
  await remove(nextRun(first), volume, { id: "vol_1", state });
  expect(
    first.journal.adoptersOf({ type: "storage:Volume", id: "vol_1" }, "stack")[0],
  ).toBeUndefined();
});

test("what another provider process of the run made in its place is not deleted for the older declaration", async () => {
  const directory = mkdtempSync(join(tmpdir(), "made-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const place = { file: join(directory, "intents.db"), world, directory: "/app", run: "1" };
  const process = () => new SqliteJournal({ ...place, clock: new InstantClock() });
  const shown = { call: "GET /v1/api-keys", answer: [{ id: "key_1", name: "ci" }] };
  const key = (name: string) => declared({ keyId: "key_1" }, name);
  await create(newContext([shown], { journal: process() }), apiKey, key("new"));
  const second = newContext([], { journal: process() });
  await remove(second, apiKey, { id: "key_1", state: key("old") });
  expect(second.said).toEqual([
    'warning: API key "old": key_1 was not deleted, because API key "new" has it now.',
  ]);
});

describe("what was renamed with an alias, and back by adopting it", () => {
  const place = { __urn: "urn:pulumi:dev::shop::hosting:Volume::a" };
  // The engine keeps the state of what an alias renamed as it was, and with it the older place.
  const aliased = { id: "vol_1", state: { ...oldState, ...place } };
  const back = { ...declared({ ...data, adopt: "vol_1" }, "a"), ...place };
  const stays =
    'warning: volume "a": vol_1 was adopted since by a newer state, so it stays. If nothing has it, delete it in the console.';

  test("is not deleted for the older state by another provider's process", async () => {
    const context = newContext([get]);
    await create(context, volume, back);
    const other = { ...newContext(), journal: context.journal };
    await remove(other, volume, aliased);
    expect(other.said).toEqual([stays]);
  });

  test("is not deleted for the older state in a later run, after one that was cut", async () => {
    const context = newContext([get]);
    await create(context, volume, back);
    const second = nextRun(context);
    await remove(second, volume, aliased);
    expect(second.said).toEqual([stays]);
  });

  test("is deleted with the state that adopted it, after an update, too", async () => {
    const grown = { ...there, size_gb: 20 };
    const patch = { call: "PATCH /v1/volumes/vol_1", body: { size_gb: 20 }, answer: grown };
    const context = newContext([get, patch]);
    const { state } = await create(context, volume, back);
    const inputs = { ...back, sizeGb: 20 };
    const after = await update(context, volume, { id: "vol_1", state, inputs });
    const other = newContext([get, erase], { journal: context.journal });
    await remove(other, volume, { id: "vol_1", state: after });
    expect(other.said).toEqual([]);
  });

  test("is deleted with a state that another machine made of it later", async () => {
    const context = newContext([get]);
    await create(context, volume, back);
    const elsewhere = newContext([get]);
    await elsewhere.clock.sleep(1_000);
    const { state } = await create(elsewhere, volume, back);
    const third = newContext([get, erase], { journal: context.journal });
    await remove(third, volume, { id: "vol_1", state });
    expect(third.said).toEqual([]);
  });
});

describe("what another stack adopted", () => {
  const ofStack = (stack: string, props: Record<string, unknown>) => {
    const { __identity, ...rest } = declared(props, "data");
    return { ...rest, __identity: { organization: "org", project: "shop", stack, name: "data" } };
  };
  const first = { id: "vol_1", state: ofStack("dev", data), inputs: ofStack("dev", data) };
  const second = ofStack("prod", { ...data, adopt: "vol_1" });

  test("stays when it leaves the stack that had it, whose runs compared it meanwhile", async () => {
    const context = newContext([get]);
    await create(context, volume, second);
    compare(nextRun(context), volume, first);
    const leaving = nextRun(context);
    await remove(leaving, volume, first);
    expect(leaving.said).toEqual([
      'warning: volume "data": vol_1 was not deleted, because volume "data" of stack prod has it now. If no stack has it any more, delete it in the console.',
    ]);
  });

  test("stays after a day, and a change that the first one made", async () => {
    const grown = { ...there, size_gb: 20 };
    const patch = { call: "PATCH /v1/volumes/vol_1", body: { size_gb: 20 }, answer: grown };
    const context = newContext([get, patch, { ...get, answer: grown }]);
    await create(context, volume, second);
    context.journal.handedOver();
    await context.clock.sleep(24 * 60 * 60_000);
    const changing = nextRun(context);
    const inputs = { ...first.inputs, sizeGb: 20 };
    compare(changing, volume, { ...first, inputs });
    const state = await update(changing, volume, { ...first, inputs });
    const leaving = nextRun(context);
    await remove(leaving, volume, { id: "vol_1", state });
    expect(leaving.said.join()).toContain("of stack prod has it now");
  });

  test("goes with that one", async () => {
    const context = newContext([get]);
    const { state } = await create(context, volume, second);
    compare(nextRun(context), volume, first);
    const leaving = newContext([get, erase], { journal: context.journal });
    await remove(leaving, volume, { id: "vol_1", state });
    expect(leaving.said).toEqual([]);
  });

  test("stays where that one renamed its own by adopting it", async () => {
    const context = newContext([get, get]);
    const { state } = await create(context, volume, second);
    const renaming = nextRun(context);
    const { __identity, ...rest } = second;
    await create(renaming, volume, { ...rest, __identity: { ...__identity, name: "store" } });
    await remove(renaming, volume, { id: "vol_1", state });
    compare(nextRun(context), volume, first);
    const leaving = nextRun(context);
    await remove(leaving, volume, first);
    expect(leaving.said.join()).toContain('volume "store" of stack prod has it now');
  });

  test("stays where it was adopted by an earlier version, which noted no time", async () => {
    const context = newContext();
    compare(context, volume, { id: "vol_1", state: second, inputs: second });
    compare(nextRun(context), volume, first);
    const leaving = nextRun(context);
    await remove(leaving, volume, first);
    expect(leaving.said.join()).toContain("of stack prod has it now");
  });

  test("stays where the first one adopted it before, by a clock that was set right since", async () => {
    const context = newContext([get, get]);
    const inputs = ofStack("dev", { ...data, adopt: "vol_1" });
    const { state } = await create(context, volume, inputs);
    const { journal } = context;
    const row = journal.adoptersOf({ type: "volume", id: "vol_1" }, "")[0];
    journal.adopted({ ...(row ?? expect.fail()), adoptedAt: 9e12, isStored: true });
    await create(nextRun(context), volume, second);
    compare(nextRun(context), volume, {
      id: "vol_1",
      state: { ...state, __adoptedAt: 9e12 },
      inputs,
    });
    const leaving = nextRun(context);
    await remove(leaving, volume, { id: "vol_1", state: { ...state, __adoptedAt: 9e12 } });
    expect(leaving.said.join()).toContain("of stack prod has it now");
  });

  test("is the first one's again where its program says so with a new adopt, and stays its own", async () => {
    const context = newContext([get]);
    const { state: of } = await create(context, volume, second);
    const inputs = ofStack("dev", { ...data, adopt: "vol_1" });
    const taking = nextRun(context);
    expect(compare(taking, volume, { ...first, inputs }).changes).toBe(true);
    const state = await update(taking, volume, { ...first, inputs });
    const next = nextRun(context);
    expect(compare(next, volume, { id: "vol_1", state, inputs }).changes).toBe(false);
    expect(compare(next, volume, { id: "vol_1", state: of, inputs: second }).changes).toBe(false);
    const leaving = nextRun(context);
    await remove(leaving, volume, { id: "vol_1", state: of });
    expect(leaving.said.join()).toContain("of stack dev has it now");
    const last = newContext([get, erase], { journal: context.journal });
    await remove(last, volume, { id: "vol_1", state });
    expect(last.said).toEqual([]);
  });

  test("goes with the first one, where that adopted it back on another machine", async () => {
    const context = newContext([get]);
    await create(context, volume, second);
    const elsewhere = newContext([get]);
    await elsewhere.clock.sleep(60_000);
    const inputs = ofStack("dev", { ...data, adopt: "vol_1" });
    const { state } = await create(elsewhere, volume, inputs);
    const { journal } = context;
    compare(newContext([], { journal }), volume, { id: "vol_1", state, inputs });
    const leaving = newContext([get, erase], { journal });
    await remove(leaving, volume, { id: "vol_1", state });
    expect(leaving.said).toEqual([]);
  });
});

describe("what a run adopted that was killed", () => {
  const adopted = declared({ ...data, adopt: "vol_1" }, "b");

  /** The journal of the next run. */
  async function journalAfterKill() {
    const directory = mkdtempSync(join(tmpdir(), "adopted-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const place = { file: join(directory, "intents.db"), world, directory: "/app" };
    const clock = new InstantClock();
    const killed = newContext([get], { journal: new SqliteJournal({ ...place, run: "1", clock }) });
    await create(killed, volume, adopted);
    return new SqliteJournal({ ...place, run: "2", clock });
  }

  test("stays in the state of the other declaration: the engine may not have stored the new one", async () => {
    const context = newContext([], { journal: await journalAfterKill() });
    const error = await errorOf(() => remove(context, volume, object));
    expect(error.message).toBe(
      'volume "a" was not deleted: a killed run was adopting vol_1 for volume "b". If `pulumi stack --show-ids` has it there, run `pulumi refresh`; else, if no other resource has it, delete it in the console and run again with HOSTING_DELETED_BY_HAND=Volume:vol_1.',
    );
  });

  test("is left to the new one as soon as a run has shown that it is stored", async () => {
    const journal = await journalAfterKill();
    await read(newContext([get], { journal }), volume, { id: "vol_1", props: adopted });
    const context = newContext([], { journal });
    await remove(context, volume, object);
    expect(context.said).toEqual([kept]);
  });
});

test("an address is deleted though its assignment, which has its id, was made in the same run", async () => {
  const context = newContext([
    { call: "GET /v1/floating-ips/fip_1", answer: { id: "fip_1", instance_id: null } },
    { call: "DELETE /v1/floating-ips/fip_1", status: 204 },
  ]);
  const assigned = declared({ floatingIpId: "fip_1", instanceId: "inst_1" }, "b");
  compare(context, floatingIpAssignment, { id: "fip_1", state: assigned, inputs: assigned });
  await remove(context, floatingIp, { id: "fip_1", state: declared({ region: "eu" }, "a") });
  expect(context.said).toEqual([]);
});

test("an image that the other class of images adopted is not deleted", async () => {
  const context = newContext();
  const taken = { url: "https://images.example/a.raw", format: "raw", osType: "linux" };
  const state = declared({ ...taken, adopt: "img_1" }, "b");
  compare(context, importedImage, { id: "img_1", state, inputs: state });
  const source = { instanceId: "inst_1", snapshot: "s" };
  await remove(context, image, { id: "img_1", state: declared({ name: "a", source }, "a") });
  expect(context.said.join()).toContain("img_1 was not deleted");
});

test("a member that is adopted with its address in another case is not removed", async () => {
  const context = newContext();
  const member = { projectId: "proj_1", role: "viewer" };
  const state = declared({ ...member, email: "ada@example.com", adopt: "proj_1/usr_1" }, "b");
  compare(context, projectMember, { id: "proj_1/usr_1", state, inputs: state });
  const older = declared({ ...member, email: "Ada@example.com" }, "a");
  await remove(context, projectMember, { id: "proj_1/usr_1", state: older });
  expect(context.said.join()).toContain("was not deleted");
});

describe("an object of one declaration", () => {
  test("is deleted for a change that replaces it, though a diff has shown it", async () => {
    const context = newContext([get, erase, gone]);
    const inputs = { ...oldState, region: "us", allowDataLoss: true };
    compare(context, volume, { ...object, inputs });
    await remove(context, volume, object);
  });

  test("is not deleted for an older state while the program wants it as it is", async () => {
    const context = newContext();
    compare(context, volume, { ...object, inputs: oldState });
    await remove(context, volume, object);
    expect(context.said).toEqual([
      'warning: volume "a": an older state of it was to be deleted; vol_1 is in use, so it stays.',
    ]);
  });

  test("is deleted in a run that began with a refresh: the program may not have it any more", async () => {
    const context = newContext([get, get, erase]);
    const { state, inputs } = await read(context, volume, { id: "vol_1", props: oldState });
    compare(context, volume, { id: "vol_1", state, inputs });
    await remove(context, volume, { id: "vol_1", state });
    expect(context.said).toEqual([]);
  });

  test("so it is where an alias gave it another place since its state was written", async () => {
    const context = newContext([get, get, erase]);
    const place = (name: string) => ({ __urn: `urn:pulumi:dev::shop::hosting:Volume::${name}` });
    const props = { ...oldState, ...place("before") };
    const { state } = await read(context, volume, { id: "vol_1", props });
    compare(context, volume, { id: "vol_1", state, inputs: { ...oldState, ...place("a") } });
    await remove(context, volume, { id: "vol_1", state });
    expect(context.said).toEqual([]);
  });

  test("so it is where the refresh gave it its real id", async () => {
    const member = held({ projectId: "proj_1", email: "ada@example.com", role: "viewer" });
    const ada = { id: "usr_1", email: "ada@example.com", role: "viewer", status: "pending" };
    const members = "/v1/projects/proj_1/members";
    const list = { call: `GET ${members}`, answer: [ada] };
    const context = newContext([list, { call: `DELETE ${members}/usr_1`, status: 204 }]);
    const invited = { id: "proj_1/ada@example.com", props: member };
    const { id, state, inputs } = await read(context, projectMember, invited);
    compare(context, projectMember, { id, state, inputs });
    await remove(context, projectMember, { id, state });
    expect([id, context.said]).toEqual(["proj_1/usr_1", []]);
  });

  test("so it is where another resource has the place that an alias left (seed 187)", async () => {
    const context = newContext([get, get, erase]);
    const { state, inputs } = await read(context, volume, { id: "vol_1", props: oldState });
    context.declared.noteChecked({ definition: volume, inputs });
    compare(context, volume, { id: "vol_1", state, inputs });
    await remove(context, volume, { id: "vol_1", state });
    expect(context.said).toEqual([]);
  });

  test("is kept after a refresh as before it where the program wants it as it is", async () => {
    const context = newContext([get]);
    const { state, inputs } = await read(context, volume, { id: "vol_1", props: oldState });
    compare(context, volume, { id: "vol_1", state, inputs });
    context.declared.noteStored(volume, inputs, inputs);
    compare(context, volume, { id: "vol_1", state, inputs });
    await remove(context, volume, { id: "vol_1", state });
    expect(context.said.join()).toContain("vol_1 is in use, so it stays");
  });

  test("is not adopted while it is being deleted", async () => {
    const context = newContext([get, erase]);
    const deletion = remove(context, volume, object);
    const error = await errorOf(() =>
      create(context, volume, declared({ ...data, adopt: "vol_1" }, "b")),
    );
    await deletion;
    expect(error.message).toContain("this run is deleting vol_1 for another resource");
  });

  test("is not deleted for an older state of it after an update", async () => {
    const grown = { ...there, size_gb: 20 };
    const patch = { call: "PATCH /v1/volumes/vol_1", body: { size_gb: 20 }, answer: grown };
    const context = newContext([patch, { ...get, answer: grown }]);
    await update(context, volume, { ...object, inputs: declared({ ...data, sizeGb: 20 }, "a") });
    await remove(context, volume, object);
    expect(context.said).toEqual([
      'warning: volume "a": an older state of it was to be deleted; vol_1 is in use, so it stays.',
    ]);
  });

  test("is not deleted by a forced replacement that adopts it once more", async () => {
    const context = newContext([get]);
    await create(context, volume, declared({ ...data, adopt: "vol_1" }, "a"));
    await remove(context, volume, object);
    expect(context.said).toEqual([
      'warning: volume "a": it was not replaced: `adopt` names vol_1 itself. Remove `adopt` to have another one made.',
    ]);
  });
});

describe("a forced replacement where the id follows from inputs", () => {
  test("revokes no key", async () => {
    const inputs = declared({ keyId: "key_1" });
    const context = newContext([{ call: "GET /v1/api-keys", answer: [{ id: "key_1" }] }]);
    const { id, state } = await create(context, apiKey, inputs);
    await remove(context, apiKey, { id, state });
    expect(context.said).toEqual([
      'warning: API key "main": it was not replaced: its id follows from its inputs, so it is key_1 again. Change one of them to replace it.',
    ]);
  });

  test("leaves an address where it leads to", async () => {
    const inputs = declared({ floatingIpId: "fip_1", instanceId: "inst_1" });
    const context = newContext([
      {
        call: "POST /v1/floating-ips/fip_1/assign",
        body: { instance_id: "inst_1" },
        answer: { id: "fip_1", ip: "192.0.2.1", instance_id: "inst_1" },
      },
      { call: "GET /v1/floating-ips/fip_1", answer: { id: "fip_1", instance_id: "inst_1" } },
    ]);
    const { id, state } = await create(context, floatingIpAssignment, inputs);
    await remove(context, floatingIpAssignment, { id, state });
    expect(context.said.join()).toContain("it was not replaced");
  });

  test("removes no member, whose id is the address at first", async () => {
    const inputs = declared({ projectId: "proj_1", email: "ada@example.com", role: "viewer" });
    const ada = { email: "ada@example.com", role: "viewer", status: "pending" };
    const context = newContext([
      {
        call: "POST /v1/projects/proj_1/members",
        body: { email: "ada@example.com", role: "viewer" },
        answer: ada,
      },
      { call: "GET /v1/projects/proj_1/members", answer: [{ ...ada, id: "usr_1" }] },
    ]);
    await create(context, projectMember, inputs);
    await remove(context, projectMember, { id: "proj_1/usr_1", state: inputs });
    expect(context.said.join()).toContain("it was not replaced");
  });

  test("removes the member that had another id: it was invited anew, maybe by another account's key", async () => {
    const inputs = declared({ projectId: "proj_1", email: "ada@example.com", role: "viewer" });
    const ada = { id: "usr_2", email: "ada@example.com", role: "viewer", status: "pending" };
    const members = "/v1/projects/proj_1/members";
    const context = newContext([
      {
        call: `POST ${members}`,
        body: { email: "ada@example.com", role: "viewer" },
        answer: ada,
      },
      { call: `GET ${members}`, answer: [ada] },
      { call: `DELETE ${members}/usr_1`, status: 204 },
    ]);
    await create(context, projectMember, inputs);
    await remove(context, projectMember, { id: "proj_1/usr_1", state: inputs });
    expect(context.said).toEqual([]);
  });
});

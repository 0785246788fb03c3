/** Rule 6: where nobody can say whether a create made something, one placeholder, with three ways out. */
import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { tokenOfCreate } from "../../../../provider/lifecycle/create/unresolved.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Replies, Reply } from "../../../support/fake-api.ts";
import { declared, world } from "../../../support/session.ts";
import {
  checkProgram,
  journalOfTest,
  killAt,
  laterBy,
  lostAnswer,
  newRun,
  type Outcome,
  type Run,
  type Stored,
  writesOf,
} from "./run.ts";

const inputs = declared({ name: "data", region: "eu", sizeGb: 10 });
const shown = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const another = { ...shown, id: "vol_9", name: "other" };
const get = "GET /v1/volumes/vol_1";
const list = "GET /v1/volumes";
const post = "POST /v1/volumes";
const unresolved = /^unresolved-/;
const lost = lostAnswer();
/** The platform's answer where it made the volume and shows it. */
const isThere: Replies = { [get]: { answer: shown }, [list]: { answer: [shown, another] } };
/** Nothing that a program or a person sets. */
const waysOut = /adopt.*HOSTING_FORGET_UNRESOLVED=\S+/;

const journal = journalOfTest();
const hour = 3600;

/** How a placeholder comes about. */
const origins: Readonly<Record<string, (subject: Subject) => Promise<Placeholder>>> = {
  "an answer that was lost": async ({ definition, inputs: given, create }) => {
    const run = newRun({ [create]: lost }, { journal: journal.open(1) });
    return placeholderOf(await run.create(definition, given));
  },
  "a run that was killed": async ({ definition, inputs: given, create }) => {
    const killed = newRun({ [create]: () => undefined }, { journal: journal.open(1) });
    void killed.create(definition, given);
    await killAt(killed, create);
    const run = newRun({}, { journal: journal.open(2, { after: hour }) }, laterBy(hour));
    return placeholderOf(await run.create(definition, given));
  },
};

interface Subject {
  readonly definition: Definition;
  readonly inputs: Props;
  readonly create: string;
}

interface Placeholder extends Stored {
  /** The setting that the message names. */
  readonly word: string;
}

function placeholderOf({ id = "", state, says }: Outcome): Placeholder {
  expect(says).toMatch(waysOut);
  expect(id).toMatch(unresolved);
  const [, word = ""] = /HOSTING_FORGET_UNRESOLVED=(\S+?)[.,;]?(?: |$)/.exec(says) ?? [];
  return { id, state, word };
}

/** The engine's calls for a resource of the program that has a state. */
async function up(run: Run, definition: Definition, object: Stored, program: Props) {
  const { changes, replaces, deleteBeforeReplace } = await run.plan(definition, object, program);
  if (replaces.length === 0) {
    return changes === false ? object : run.update(definition, object, program);
  }
  if (deleteBeforeReplace) expect(await run.remove(definition, object)).toMatchObject(done);
  const made = await run.create(definition, program);
  if (!deleteBeforeReplace) expect(await run.remove(definition, object)).toMatchObject(done);
  return made;
}

const done = { code: undefined };

/** A run long after the create can no longer arrive. */
function runLater(replies: Replies, settings: Parameters<typeof newRun>[1] = {}): Run {
  return newRun(
    replies,
    { journal: journal.open(3, { after: 2 * hour }), ...settings },
    laterBy(2 * hour),
  );
}

describe.each(Object.entries(origins))("a placeholder of %s", (_origin, make) => {
  const subject: Subject = { definition: volume, inputs, create: post };
  const placed = () => make(subject);
  const runOf = runLater;

  test("has the inputs, and says what is left to do", async () => {
    const { state } = await placed();
    expect(state).toMatchObject({ ...inputs, __world: world, __unfinished: expect.any(String) });
  });

  test("is there: `adopt` takes it over, and nothing is created or deleted", async () => {
    const object = await placed();
    const run = runOf({ [get]: { answer: shown } });
    const outcome = await up(run, volume, object, { ...inputs, adopt: "vol_1" });
    expect(outcome).toMatchObject({ id: "vol_1", state: { sizeGb: 10 } });
    expect(writesOf(run)).toEqual([]);
  });

  test("goes before what `adopt` names comes: it must not be left to a later run", async () => {
    const object = await placed();
    const run = runOf({ [get]: { answer: shown } });
    const { deleteBeforeReplace } = await run.plan(volume, object, { ...inputs, adopt: "vol_1" });
    expect(deleteBeforeReplace).toBe(true);
  });

  test("is not: with the user's word it is created, once", async () => {
    const { word, ...object } = await placed();
    const run = runOf(
      { [post]: { answer: shown }, [get]: { answer: shown } },
      { forgetUnresolved: [word] },
    );
    expect(await up(run, volume, object, inputs)).toMatchObject({ id: "vol_1" });
    expect(writesOf(run)).toEqual([post]);
  });

  test("is not: created with the user's word by a run that is killed, it is open again", async () => {
    const { word, ...object } = await placed();
    const killed = runOf({ [post]: () => undefined }, { forgetUnresolved: [word] });
    void up(killed, volume, object, inputs);
    await killAt(killed, post);
    const after = { journal: journal.open(4, { after: 3 * hour }), forgetUnresolved: [word] };
    const run = newRun({}, after, laterBy(3 * hour));
    const outcome = await up(run, volume, object, inputs);
    expect(outcome).toMatchObject({ code: "unknownOutcome", id: object.id });
    expect(writesOf(run)).toEqual([]);
  });

  test("is not: with the user's word a destroy is done", async () => {
    const { word, ...object } = await placed();
    const run = runOf({}, { forgetUnresolved: [word] });
    expect(await run.remove(volume, object)).toMatchObject(done);
    expect(writesOf(run)).toEqual([]);
  });

  test("the user's word for another one counts for nothing", async () => {
    const { word, ...object } = await placed();
    const run = runOf({}, { forgetUnresolved: [word.replace(/^./, "x")] });
    expect(await run.remove(volume, object)).toMatchObject({ says: expect.stringMatching(/\S/) });
    expect((await run.remove(volume, object)).code).toBeDefined();
  });

  test("the platform shows it later: a refresh gives it its id", async () => {
    const object = await placed();
    const run = runOf(isThere);
    const outcome = await run.read(volume, object.id, object.state);
    expect(outcome).toMatchObject({ id: "vol_1", code: undefined });
    expect(outcome.state).not.toHaveProperty("__unfinished");
    expect(outcome.state).not.toHaveProperty("__unresolved");
  });

  test("the platform shows it later: `up` takes it over, and nothing is created", async () => {
    const object = await placed();
    const run = runOf(isThere);
    expect(await up(run, volume, object, inputs)).toMatchObject({ id: "vol_1" });
    expect(writesOf(run)).toEqual([]);
  });

  test("nothing shows it: a refresh keeps it, and creates nothing", async () => {
    const object = await placed();
    const run = runOf({});
    const outcome = await run.read(volume, object.id, object.state);
    expect(outcome.id ?? object.id).toBe(object.id);
    expect(outcome.says).toMatch(waysOut);
  });

  test("nothing shows it: `up` fails, and nothing is created in its place", async () => {
    const object = await placed();
    const run = runOf({});
    const outcome = await up(run, volume, object, inputs);
    expect(outcome).toMatchObject({ id: object.id, says: expect.stringMatching(waysOut) });
    expect(writesOf(run)).toEqual([]);
  });

  test("nothing shows it: a destroy fails with the way out", async () => {
    const object = await placed();
    const run = runOf({});
    const outcome = await run.remove(volume, object);
    expect(outcome.code).toBeDefined();
    expect(outcome.says).toMatch(/HOSTING_FORGET_UNRESOLVED=\S+/);
    expect(writesOf(run)).toEqual([]);
  });

  test("the user's word before the create can no longer arrive counts for nothing", async () => {
    const { word, ...object } = await placed();
    const { settlesAt } = Object(object.state["__unresolved"]);
    const early = laterBy(0);
    void early.sleep(settlesAt - early.now() - 1);
    const settings = { journal: journal.open(3, { after: hour }), forgetUnresolved: [word] };
    const run = newRun({}, settings, early);
    expect((await run.remove(volume, object)).code).toBe("unknownOutcome");
    await early.sleep(1);
    expect(await run.remove(volume, object)).toMatchObject(done);
  });

  test.each<[string, (run: Run, object: Placeholder) => Promise<unknown>]>([
    ["a refresh", (run, { id, state }) => run.read(volume, id, state)],
    ["`up`", (run, object) => run.plan(volume, object, inputs)],
    ["a destroy", (run, object) => run.remove(volume, object)],
  ])("%s that knows what became of it ends its row of the journal", async (_what, operation) => {
    const object = await placed();
    const run = runOf(isThere, { forgetUnresolved: [object.word] });
    const token = tokenOfCreate(object.id);
    expect(await run.context.journal.find(token, Infinity)).toBeDefined();
    await operation(run, object);
    expect(await run.context.journal.find(token, Infinity)).toBeUndefined();
  });

  test("the program wants another one by now, and the platform shows it: it is not taken for that", async () => {
    const object = await placed();
    const run = runOf({ ...isThere, [post]: { answer: { ...shown, id: "vol_2", region: "us" } } });
    const outcome = await up(run, volume, object, { ...inputs, region: "us" });
    expect(outcome.id).not.toBe("vol_1");
  });

  test("`adopt` in the program ends it, also where a forced replacement compares nothing", async () => {
    const object = await placed();
    const run = runOf({ [get]: { answer: shown } });
    await checkProgram(run.context, volume, {
      inputs: { ...inputs, adopt: "vol_1" },
      oldInputs: object.state,
    });
    expect(await run.remove(volume, object)).toMatchObject(done);
    expect(writesOf(run)).toEqual([]);
  });

  test("`adopt` of another resource of the program does not end it", async () => {
    const object = await placed();
    const run = runOf({});
    await checkProgram(run.context, volume, {
      inputs: { ...declared({ ...inputs, name: "more" }, "more"), adopt: "vol_9" },
      oldInputs: {},
    });
    expect((await run.remove(volume, object)).code).toBe("unknownOutcome");
  });

  test("whose record was edited away is kept, with the way out", async () => {
    const { id, state } = await placed();
    const { __unresolved: _record, ...edited } = state;
    const outcome = await runOf({}).read(volume, id, edited);
    expect(outcome.id ?? id).toBe(id);
    expect(outcome.says).toMatch(waysOut);
  });

  test("another platform is asked for nothing", async () => {
    const object = await placed();
    const run = runOf(isThere, { world: "another platform" });
    await expect(run.plan(volume, object, inputs)).rejects.toThrow(/platform/);
    expect(run.sent).toEqual([]);
  });

  test("the platform shows it: a destroy deletes it", async () => {
    const object = await placed();
    let isDeleted = false;
    const run = runOf({
      [get]: () => (isDeleted ? { status: 404, answer: { error: "gone" } } : { answer: shown }),
      [list]: () => ({ answer: isDeleted ? [another] : [shown, another] }),
      "DELETE /v1/volumes/vol_1": () => {
        isDeleted = true;
        return { answer: {} };
      },
    });
    expect(await run.remove(volume, object)).toMatchObject(done);
    expect(writesOf(run)).toEqual(["DELETE /v1/volumes/vol_1"]);
  });
});

describe.each(Object.entries(origins))(
  "a placeholder of a kind without a name, of %s",
  (_origin, make) => {
    const create = "POST /v1/floating-ips";
    const subject: Subject = { definition: floatingIp, inputs: declared({ region: "eu" }), create };
    const address = { id: "fip_1", ip: "203.0.113.7", region: "eu", instance_id: null };
    const listed: Replies = {
      "GET /v1/floating-ips": { answer: [address] },
      "GET /v1/floating-ips/fip_1": { answer: address },
    };

    test("says of which kind and region it is, as the console shows them", async () => {
      const object = await make(subject);
      const run = runLater({});
      const { says } = await run.remove(floatingIp, object);
      expect(says).toMatch(/floating IP.*"eu"/);
    });

    test("is never guessed from a list", async () => {
      const object = await make(subject);
      const run = runLater(listed);
      const outcome = await run.read(floatingIp, object.id, object.state);
      expect(outcome.id ?? object.id).toBe(object.id);
    });

    test("ends by `adopt`", async () => {
      const object = await make(subject);
      const run = runLater(listed);
      const outcome = await up(run, floatingIp, object, { ...subject.inputs, adopt: "fip_1" });
      expect(outcome).toMatchObject({ id: "fip_1", state: { ip: "203.0.113.7" } });
      expect(writesOf(run)).toEqual([]);
    });

    test("ends by `adopt` of one with other inputs, which the program has by now", async () => {
      const object = await make(subject);
      const us = { answer: { ...address, region: "us" } };
      const run = runLater({ "GET /v1/floating-ips/fip_1": us });
      const outcome = await up(run, floatingIp, object, {
        ...subject.inputs,
        region: "us",
        adopt: "fip_1",
      });
      expect(outcome).toMatchObject({ id: "fip_1", ...done });
      expect(writesOf(run)).toEqual([]);
    });

    test("ends by the user's word", async () => {
      const { word, ...object } = await make(subject);
      const run = runLater({ [create]: { answer: address } }, { forgetUnresolved: [word] });
      expect(await up(run, floatingIp, object, subject.inputs)).toMatchObject({ id: "fip_1" });
      expect(writesOf(run)).toEqual([create]);
    });
  },
);

describe("a placeholder of a kind whose list is documented", () => {
  const lan = declared({ name: "lan" });
  const networks = "GET /api/v1/networks";
  const create = "POST /api/v1/networks";
  const others = { answer: [{ id: "net-9", name: "other" }] };

  /** The list fails while the answer is looked for. */
  async function placed(): Promise<Placeholder> {
    let isSent = false;
    const failing: Reply = { status: 500, answer: { error: "Oops" } };
    const run = newRun(
      {
        [networks]: () => (isSent ? failing : others),
        [create]: () => {
          isSent = true;
          return lost;
        },
      },
      { journal: journal.open(1) },
    );
    return placeholderOf(await run.create(network, lan));
  }

  test("a list without it proves nothing as long as the create may still arrive", async () => {
    const object = await placed();
    const run = newRun({ [networks]: others }, { journal: journal.open(3) });
    const outcome = await run.read(network, object.id, object.state);
    expect(outcome.id ?? object.id).toBe(object.id);
  });

  test.each<[string, { readonly id: string; readonly name: string }[]]>([
    ["it is not shown", []],
    ["one of its name is shown", [{ id: "net-1", name: "lan" }]],
  ])("to another key, %s: it stays", async (_what, more) => {
    const object = await placed();
    const answer = [{ id: "net-9", name: "other" }, ...more];
    const run = runLater({ [networks]: { answer } }, { keyMark: () => "the key of Ben" });
    const outcome = await run.read(network, object.id, object.state);
    expect(outcome.id ?? object.id).toBe(object.id);
  });

  test("whole lists show later that it is not there: a refresh removes it", async () => {
    const object = await placed();
    const run = runLater({ [networks]: others });
    expect(await run.read(network, object.id, object.state)).toMatchObject({ id: "", ...done });
  });

  test("whole lists show later that it is not there: `up` creates it", async () => {
    const object = await placed();
    const made = { id: "net-1", name: "lan" };
    const run = runLater({ [networks]: others, [create]: { answer: made } });
    expect(await up(run, network, object, lan)).toMatchObject({ id: "net-1", ...done });
    expect(writesOf(run)).toEqual([create]);
  });
});

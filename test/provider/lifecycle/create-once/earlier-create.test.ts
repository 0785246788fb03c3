import { describe, expect, test } from "vitest";
import type { Intent, Journal } from "../../../../provider/journal/journal.ts";
import { check } from "../../../../provider/lifecycle/check.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { doubtName } from "../../../../provider/lifecycle/create/unresolved.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { container } from "../../../../resources/compute/container.ts";
import {
  declared,
  errorOf,
  held,
  keyMark,
  newContext,
  partialFailureOf,
  world,
} from "../../../support/session.ts";
import { after, body, five, list, none, post, seconds, web } from "./lost-create.ts";

describe("a create that an earlier run may have made", () => {
  test("with a name of the user's own is looked for once lists cannot show an older one any more", async () => {
    const named = declared(body);
    const journal = after((kept, intent) => kept.sent(intent), named);
    const context = newContext([list({})], { journal });
    expect((await create(context, container, named)).id).toBe("web-1");
    expect(seconds(context)).toBe(31);
  });

  test("with such a name is not known by it where a part of the list was looked at before", async () => {
    const named = declared(body);
    const others = Array.from({ length: 100 }, (_, at) => ({ name: `other-${at}` }));
    const first = newContext([list(...others), post]);
    await create(first, container, named);
    const intent = intentOf(first, container, named);
    expect(first.journal.find(intent.token)).toMatchObject({ mayBeTaken: true });
    const journal = after((kept) => kept.sent({ ...intent, mayBeTaken: true }), named);
    const context = newContext([list({})], { journal });
    const { id, message } = await partialFailureOf(() => create(context, container, named));
    expect(id).toBe(`unresolved-${intent.token}`);
    expect(message).toContain("web-1");
  });

  test("is taken over by the id that the answer had brought", async () => {
    const journal = after((kept, intent) => kept.made(intent, "web-1"));
    const context = newContext([list({})], { journal });
    expect((await create(context, container, web)).id).toBe("web-1");
    expect(context.said).toHaveLength(1);
  });

  test("is made anew when that object is gone again", async () => {
    const journal = after((kept, intent) => kept.made(intent, "web-1"));
    const missing = { call: "GET /api/v1/instances/web-1", status: 404, answer: { error: "none" } };
    const context = newContext([none, missing, none, post], { journal });
    expect((await create(context, container, web)).id).toBe("web-1");
  });

  test("is looked for when the run ended before the answer", async () => {
    const journal = after((kept, intent) => kept.sent(intent));
    const context = newContext([none, list({})], { journal });
    expect((await create(context, container, web)).id).toBe("web-1");
  });

  test("is looked for past the lag where what had its name was deleted a moment ago (seed 1033621)", async () => {
    const journal = after((kept, intent) => kept.sent(intent));
    journal.nameFreed({ kind: "container", name: "web-1" }, "web-1");
    const context = newContext([list({})], { journal });
    expect((await create(context, container, web)).id).toBe("web-1");
    expect(seconds(context)).toBe(31);
  });

  test("is sent when it is certain that it had not arrived", async () => {
    const journal = after((kept, intent) => kept.sent(intent));
    const context = newContext([...five, none, none, post], { journal });
    expect((await create(context, container, web)).id).toBe("web-1");
    expect(seconds(context)).toBe(130);
  });

  test("is sent when nothing had left", async () => {
    const context = newContext([none, post], { journal: after(() => undefined) });
    expect((await create(context, container, web)).id).toBe("web-1");
  });

  test("with other inputs is named, and not confused with this one", async () => {
    const other = { ...web, name: "web-0", image: "alpine/3.22" };
    const journal = after((kept, intent) => kept.made(intent, "web-0"), other);
    const context = newContext([none, post], { journal });
    await create(context, container, web);
    expect(context.said).toEqual([
      'warning: container "main": an interrupted run made web-0 with other inputs, which no stack manages. Look in the console; delete it there, or set `adopt` to its id.',
    ]);
  });

  test("with other inputs and no known id is told of all the same", async () => {
    const other = { ...web, name: "web-0", image: "alpine/3.22" };
    const journal = after((kept, intent) => kept.sent(intent), other);
    const context = newContext([none, post], { journal });
    await create(context, container, web);
    expect(context.said.join()).toContain(
      "an interrupted run may have made another one with other",
    );
  });

  test.each([
    [
      "made what has the name of the user's own",
      "web-1",
      ' "web-1": an interrupted run made it with other inputs. Delete it in the console, or set adopt to its id to manage it here.',
    ],
    [
      "may have made what has the name of the user's own",
      undefined,
      ' "web-1". If an interrupted run made it with other inputs, delete it in the console or set adopt to its id; to replace it, set deleteBeforeReplace: true for this run, or take another name.',
    ],
    [
      "made something else than what has the name of the user's own",
      "web-0",
      " already. After `--replace`, set deleteBeforeReplace: true for this run; else delete it in the console, take another name, or set adopt to its id.",
    ],
  ])("with other inputs %s: the refusal tells what leads on", async (_what, id, end) => {
    const note = (kept: Journal, intent: Intent) =>
      id === undefined ? kept.sent(intent) : kept.made(intent, id);
    const journal = after(note, declared({ ...body, image: "debian/14" }));
    const context = newContext([list({})], { journal });
    const error = await errorOf(() => create(context, container, declared(body)));
    expect(error.message).toBe(`container "main" was not created: web-1 has the name${end}`);
  });

  test("with other inputs is not named where a state has what it made", async () => {
    const other = { ...web, name: "web-0", image: "alpine/3.22" };
    const journal = after((kept, intent) => kept.made(intent, "web-0"), other);
    const context = newContext([none, post], { journal });
    context.memory.noteInState("container", "web-0");
    await create(context, container, web);
    expect(context.said).toEqual([]);
  });

  test("from another directory is left to the stack there, unless the user looked into it", async () => {
    const journal = after((kept, intent) => kept.made(intent, "web-1"));
    const { token } = intentOf({ world, keyMark: () => keyMark }, container, web);
    const kept = journal.find(token);
    const doubt = doubtName(token, kept?.at ?? 0);
    const elsewhere = { ...kept, elsewhere: "/copy" };
    const context = newContext([], { journal: Object.assign(journal, { find: () => elsewhere }) });
    const error = await errorOf(() => create(context, container, web));
    expect(error.message).toBe(
      `container "main" was not created: /copy has a stack of this name that made web-1. Set \`adopt\` to its id to manage it here, run \`pulumi refresh\` there if it is theirs, or HOSTING_FORGET_UNRESOLVED=${doubt} pulumi up if nobody has it.`,
    );
    const told = newContext([none, post], { journal, forgetUnresolved: [doubt] });
    expect((await create(told, container, web)).id).toBe("web-1");
  });

  test("is taken over where the run that made it told the engine of none: it is in no state", async () => {
    const journal = after((kept, intent) => {
      kept.made(intent, "web-1");
      kept.handedOver();
    });
    expect((await create(newContext([list({})], { journal }), container, web)).id).toBe("web-1");
  });

  test("and that a run in good order has stored is left to the stack that has it, which may have been renamed", async () => {
    const journal = after((kept, intent) => {
      kept.made(intent, "web-1");
      kept.told({ type: "container", id: "web-1" });
      kept.handedOver();
    });
    const { token } = intentOf({ world, keyMark: () => keyMark }, container, web);
    const doubt = doubtName(token, journal.find(token)?.notedAt ?? 0);
    const error = await errorOf(() => create(newContext([list({})], { journal }), container, web));
    expect(error.message).toBe(
      `container "main" was not created: an earlier run made web-1. Run \`pulumi refresh\` in the stack that has it, this one (before \`--replace\`) or one that was renamed; if none has it, set \`adopt\` to its id, or HOSTING_FORGET_UNRESOLVED=${doubt} to have another one made.`,
    );
    const state = held(body);
    await read(newContext([list({})], { journal }), container, { id: "web-1", props: state });
    expect(journal.find(token)).toBeUndefined();
  });

  test("that a state of the same declaration has is replaced: a check has shown it, as for `replacementTrigger`", async () => {
    const journal = after((kept, intent) => {
      kept.made(intent, "web-0");
      kept.told({ type: "container", id: "web-0" });
      kept.handedOver();
    });
    const context = newContext([none, post], { journal });
    const settings = { declared: context.declared, mailEnabled: false, now: 0 };
    check(container, settings, { oldInputs: web, inputs: web });
    expect((await create(context, container, web)).id).toBe("web-1");
  });

  test("that is not what a state of the same declaration has is left to whoever has it: an older state came back", async () => {
    const journal = after((kept, intent) => {
      kept.made(intent, "web-1");
      kept.told({ type: "container", id: "web-1" });
      kept.handedOver();
    });
    const context = newContext([list({})], { journal });
    const settings = { declared: context.declared, mailEnabled: false, now: 0 };
    check(container, settings, { oldInputs: web, inputs: web });
    const state = held({ ...body, image: "alpine/3.22" });
    compare(context, container, { id: "web-0", state, inputs: web });
    const error = await errorOf(() => create(context, container, web));
    expect(error.message).toContain("an earlier run made web-1");
  });

  test("is forgotten once the platform refused it", async () => {
    const context = newContext([none, { ...post, status: 422, answer: { error: "no" } }]);
    await errorOf(() => create(context, container, web));
    expect(context.journal.find(intentOf(context, container, web).token)).toBeUndefined();
  });
});

import { describe, expect, test } from "vitest";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { hidden } from "../../../../provider/lifecycle/state/state.ts";
import { container } from "../../../../resources/compute/container.ts";
import { errorOf, keyMark, newContext, partialFailureOf, world } from "../../../support/session.ts";
import { five, list, lost, none, post, web } from "./lost-create.ts";

const intent = intentOf({ world, keyMark: () => keyMark }, container, web);
const all = Array.from({ length: 6 }, () => list({}));

describe("what the journal says after a create", () => {
  test("whose answer is lost is the id that it was found by", async () => {
    const context = newContext([none, { ...post, error: lost() }, list({})]);
    await create(context, container, web);
    expect(context.journal.find(intent.token)?.id).toBe("web-1");
  });

  test("that cannot have made what has the name is nothing", async () => {
    const context = newContext([none, { ...post, error: lost() }, ...all]);
    context.memory.noteInState("container", "web-1");
    const error = await errorOf(() => create(context, container, web));
    expect(error.message).toContain('was not replaced: web-1 has the name "web-1"');
    expect(context.journal.find(intent.token)).toBeUndefined();
  });

  test("of an earlier run that cannot have made it is nothing, and the name is refused", async () => {
    const { journal } = newContext();
    journal.sent(intent);
    const context = newContext(all, { journal });
    context.memory.noteInState("container", "web-1");
    const error = await errorOf(() => create(context, container, web));
    expect(error.message).toContain('was not created: web-1 has the name "web-1"');
    expect(journal.find(intent.token)).toBeUndefined();
  });

  test("that is lost twice is that nobody knows: it is not sent a third time", async () => {
    const send = { ...post, error: lost() };
    const context = newContext([none, send, ...five, none, none, send, ...five, none, none]);
    const failure = await partialFailureOf(() => create(context, container, web));
    expect(failure.id).toBe(`unresolved-${intent.token}`);
    expect(failure.message).toContain("may exist: the answer was lost.");
    expect(context.journal.find(intent.token)).toBeDefined();
  });
});

test("a repeat that is refused, and that nothing shows, may have met the first one", async () => {
  const refused = { ...post, status: 409 };
  const calls = [none, { ...post, error: lost() }, ...five, none, none, refused, ...five];
  const context = newContext(calls);
  const failure = await partialFailureOf(() => create(context, container, web));
  expect(failure.message).toContain("it was sent twice, and the second one refused (409).");
});

describe("a create that a version noted by its type and name alone", () => {
  const placed = { ...web, [hidden.urn]: "urn:pulumi:dev::shop::hosting:Container::main" };
  const { olderToken, ...newer } = intentOf({ world, keyMark: () => keyMark }, container, placed);
  const older = { ...newer, token: olderToken };

  test("is taken over, and noted as this version does", async () => {
    const { journal } = newContext();
    journal.made(older, "web-1");
    const { id } = await create(newContext([list({})], { journal }), container, placed);
    expect(id).toBe("web-1");
    expect(journal.find(newer.token)?.id).toBe("web-1");
    expect(journal.find(olderToken)).toBeUndefined();
  });

  test("is made, and forgotten, once it is certain that it had not arrived", async () => {
    const { journal } = newContext();
    journal.sent(older);
    const context = newContext([...five, none, none, post], { journal });
    expect((await create(context, container, placed)).id).toBe("web-1");
    expect(journal.find(olderToken)).toBeUndefined();
  });

  test("is left alone where this version has noted one", async () => {
    const { journal } = newContext();
    journal.made(newer, "web-1");
    journal.made(older, "web-0");
    const { id } = await create(newContext([list({})], { journal }), container, placed);
    expect(id).toBe("web-1");
    expect(journal.find(olderToken)?.id).toBe("web-0");
  });
});

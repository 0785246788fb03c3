import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, errorOf, newContext, partialFailureOf } from "../../../support/session.ts";
import { lost, seconds } from "./lost-create.ts";

const sent = { name: "web", region: "eu", plan: "small", image: "debian/13" };
const inputs = declared(sent);
const addresses = { ip_addresses: ["198.18.0.1"], ipv6_addresses: [] };
const made = { id: "inst_1", ...sent, status: "running", ...addresses };
const twin = { ...made, id: "inst_2", region: "us" };
const post = { call: "POST /v1/instances", body: sent };

function list(...items: readonly Props[]): Expected {
  return { call: "GET /v1/instances", answer: items.map((item) => ({ ...made, ...item })) };
}

const five = Array.from({ length: 5 }, () => list(twin));

describe("what has the name of the user's own in another region", () => {
  test("is not in the way of a create", async () => {
    const context = newContext([list(twin), { ...post, answer: made }]);
    expect((await create(context, instance, inputs)).id).toBe("inst_1");
  });

  test("is not in the way of another resource of the run", async () => {
    const us = { call: post.call, body: { ...sent, region: "us" }, answer: twin };
    const context = newContext([list(), us, { ...post, answer: made }]);
    await create(context, instance, declared({ ...sent, region: "us" }, "other"));
    expect((await create(context, instance, inputs)).id).toBe("inst_1");
  });

  test("is refused by a platform that has a name once, in its own words", async () => {
    const refused = { ...post, status: 409, answer: { error: 'the name "web" is taken' } };
    const context = newContext([list(twin), refused, list(twin)]);
    const error = await errorOf(() => create(context, instance, inputs));
    expect(error.message).toContain('was not created: the name "web" is taken (409).');
  });

  test("is waited for by such a platform while it is on its way out", async () => {
    const refused = { ...post, status: 409, answer: { error: 'the name "web" is taken' } };
    const leaving = list({ ...twin, status: "deleting" });
    const context = newContext([leaving, refused, leaving, { ...post, answer: made }]);
    expect((await create(context, instance, inputs)).id).toBe("inst_1");
  });

  describe("beside one in the region asked for that is on its way out", () => {
    const old = { id: "inst_3", status: "deleting" };
    const refused = { ...post, status: 409, answer: { error: 'the name "web" is taken' } };

    test("does not matter: that one is waited for", async () => {
      const both = list(twin, old);
      const context = newContext([both, refused, both, { ...post, answer: made }]);
      expect((await create(context, instance, inputs)).id).toBe("inst_1");
    });

    test("does not matter: that one has gone, and somebody took the name", async () => {
      const taken = list(old, { id: "inst_4" });
      const context = newContext([list(old), refused, taken]);
      const { message } = await errorOf(() => create(context, instance, inputs));
      expect(message).toContain('the name "web" is taken (409)');
    });
  });

  test("is not taken for a lost create, which nobody can tell without another one there", async () => {
    const context = newContext([list(twin), { ...post, error: lost() }, list(twin)]);
    const { message } = await partialFailureOf(() => create(context, instance, inputs));
    expect(message).toContain("may exist, maybe as inst_2: the answer was lost.");
  });

  test("does not hide what a lost create made", async () => {
    const context = newContext([list(twin), { ...post, error: lost() }, list(twin, made)]);
    expect((await create(context, instance, inputs)).id).toBe("inst_1");
  });

  test("does not keep it from being sent again where a state has the other one", async () => {
    const again = { ...post, answer: made };
    const context = newContext([
      list(twin),
      { ...post, error: lost() },
      ...five,
      list(twin),
      again,
    ]);
    context.memory.noteInState("instance", "inst_2");
    expect((await create(context, instance, inputs)).id).toBe("inst_1");
    expect(seconds(context)).toBeGreaterThan(30);
  });
});

describe("what a killed run made by that name for another declaration", () => {
  const former = { ...twin, region: "eu" };
  const killed = (calls: readonly Expected[]) => {
    const context = newContext(calls);
    context.journal.made(intentOf(context, instance, declared(sent, "former")), "inst_2");
    return context;
  };

  test("does not hide what a lost create made beside it", async () => {
    const calls = [list(), { ...post, error: lost() }, list(former), list(former, made)];
    expect((await create(killed(calls), instance, inputs)).id).toBe("inst_1");
  });

  test("is not taken for what the lost create made", async () => {
    const looks = Array.from({ length: 6 }, () => list(former));
    const context = killed([list(), { ...post, error: lost() }, ...looks]);
    const { message } = await errorOf(() => create(context, instance, inputs));
    expect(message).toContain('inst_2 has the name "web".');
    expect(message).toContain("set adopt to its id.");
  });

  test("is not what to look for in the console, where no list tells", async () => {
    const unread = { call: "GET /v1/instances", status: 503, answer: { error: "down" } };
    const context = killed([list(), { ...post, error: lost() }, unread]);
    const { message } = await partialFailureOf(() => create(context, instance, inputs));
    expect(message).toContain('look in the console for "web" besides inst_2: if there, set adopt');
  });
});

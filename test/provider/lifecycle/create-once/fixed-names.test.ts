import { describe, expect, test, vi } from "vitest";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { intentOf } from "../../../../provider/lifecycle/create/intent.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { compare, diff } from "../../../../provider/lifecycle/diff.ts";
import { lookUp } from "../../../../provider/lifecycle/lookup/lookup.ts";
import { Operation } from "../../../../provider/lifecycle/operation/operation.ts";
import { container } from "../../../../resources/compute/container.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, errorOf, newContext, world } from "../../../support/session.ts";
import { body, list, lost, machine, none, post, seconds } from "./lost-create.ts";

describe("a name of the user's own", () => {
  const named = declared(body);

  test("is looked for before it is used", async () => {
    expect((await create(newContext([none, post]), container, named)).id).toBe("web-1");
  });

  test("that is taken is refused before anything is sent: A18 forced-replace", async () => {
    const error = await errorOf(() => create(newContext([list({})]), container, named));
    expect(error.code).toBe("input");
    expect(error.message).toBe(
      'container "main" was not created: web-1 has the name already. After `--replace`, set deleteBeforeReplace: true for this run; else delete it in the console, take another name, or set adopt to its id.',
    );
  });

  test("is free again once this run deleted what had it, though lists still show that", async () => {
    const erase = { call: "DELETE /api/v1/instances/web-1" };
    const context = newContext([list({ status: "stopped" }), erase, list({}), post]);
    await remove(context, container, { id: "web-1", state: named });
    await context.clock.sleep(1);
    expect((await create(context, container, named)).id).toBe("web-1");
  });

  test("is free again once the user deleted what had it by hand", async () => {
    const gone = { call: "GET /api/v1/instances/web-1", status: 404, answer: { error: "none" } };
    const refused = { ...post, status: 409, answer: { error: '"web-1" is there' } };
    // Lists may show again what one of them did not: nobody has the name all the same.
    const calls = [list(), gone, refused, list({}), post];
    const context = newContext(calls, { deletedByHand: ["web-1"] });
    await remove(context, container, { id: "web-1", state: named });
    await context.clock.sleep(1);
    expect((await create(context, container, named)).id).toBe("web-1");
  });

  test("that was freed is not taken for the lost create of its new object", async () => {
    const erase = { call: "DELETE /api/v1/instances/web-1" };
    const stale = [list({}), list({}), list({}), list({})];
    const calls = [list({ status: "stopped" }), erase, list({}), { ...post, error: lost() }];
    const context = newContext([...calls, ...stale, none, none, none, post]);
    await remove(context, container, { id: "web-1", state: named });
    await context.clock.sleep(1);
    expect((await create(context, container, named)).id).toBe("web-1");
  });

  test("is looked for in any list of the run: many creates share one", async () => {
    const context = newContext([
      list({ name: "other" }),
      post,
      {
        ...post,
        body: { ...body, name: "web-2" },
        answer: { ...machine, name: "web-2" },
      },
    ]);
    await create(context, container, named);
    await context.clock.sleep(1);
    const second = declared({ ...body, name: "web-2" }, "second");
    expect((await create(context, container, second)).id).toBe("web-2");
  });

  test("that another resource of the run asks for is refused before lists can show it", async () => {
    const context = newContext([none, post]);
    await create(context, container, named);
    const { message } = await errorOf(() => create(context, container, declared(body, "twin")));
    expect(message).toContain(
      'container "twin" was not created: container "main" asks for the name "web-1", too: take another name.',
    );
  });

  test("that an older list still shows is looked for once more", async () => {
    const context = newContext([list({}), none, post]);
    await lookUp(new Operation(context, container, { name: "read", props: named }), {
      kind: "container",
      id: "web-1",
    });
    await context.clock.sleep(1);
    expect((await create(context, container, named)).id).toBe("web-1");
  });

  test("whose deletion an earlier run began is waited for", async () => {
    const going = list({ status: "deleting" });
    const refused = { ...post, status: 409, answer: { error: '"web-1" is being deleted' } };
    const context = newContext([going, refused, going, refused, going, post]);
    expect((await create(context, container, named)).id).toBe("web-1");
    expect(seconds(context)).toBe(5);
  });

  test("leaves nothing in doubt where the run is killed while it waits for it", async () => {
    const going = list({ status: "deleting" });
    const refused = { ...post, status: 409, answer: { error: '"web-1" is being deleted' } };
    const context = newContext([going, refused, going, post]);
    const isOpen = () =>
      context.journal.find(intentOf(context, container, named).token) !== undefined;
    const waits: boolean[] = [];
    vi.spyOn(context.clock, "sleep").mockImplementation(async () => void waits.push(isOpen()));
    await create(context, container, named);
    expect(waits).toEqual([false]);
  });

  test.each([0, 1])(
    "that was seen on its way out is asked for again when nothing has it, after %i more refusals",
    async (refusals) => {
      const going = list({ status: "deleting" });
      const refused = { ...post, status: 409, answer: { error: '"web-1" is being deleted' } };
      const more = new Array<readonly Expected[]>(refusals).fill([going, refused]).flat();
      const context = newContext([going, refused, ...more, none, post]);
      expect((await create(context, container, named)).id).toBe("web-1");
    },
  );

  test("that nothing has in any list is not asked for again: the platform means something else", async () => {
    const refused = { ...post, status: 409, answer: { error: "there are too many" } };
    const context = newContext([none, refused, none]);
    const { message } = await errorOf(() => create(context, container, named));
    expect(message).toContain("there are too many (409)");
  });

  test("that does not become free is waited for until the deadline, which says why", async () => {
    const going = list({ status: "deleting" });
    const refused = { ...post, status: 409, answer: { error: "in use" } };
    const context = newContext([going, refused, going, refused, going]);
    const inputs = { ...named, timeouts: { create: 4 } };
    const { message } = await errorOf(() => create(context, container, inputs));
    expect(message).toContain("(at last: in use");
  });
});

test("what goes once its replacement is there makes no room for it", async () => {
  const sent = { name: "data-2", region: "eu", size_gb: 10, filesystem: "ext4" };
  const before = declared({ name: "data-1", region: "eu", sizeGb: 10, allowDataLoss: true });
  const inputs = { ...before, name: "data-2", filesystem: "ext4" };
  const refused = { status: 409, answer: { error: "there are too many" } };
  const context = newContext([{ call: "POST /v1/volumes", body: sent, ...refused }]);
  const state = { ...before, __world: world };
  const { replaces } = compare(context, volume, { id: "vol_1", state, inputs });
  expect(replaces).toContain("filesystem");
  const { message } = await errorOf(() => create(context, volume, inputs));
  expect(message).toContain("there are too many (409)");
  expect(seconds(context)).toBe(0);
});

test("what this run deleted to make room is waited for, where no list tells of names", async () => {
  const sent = { name: "data", region: "us", size_gb: 10 };
  const before = declared({ name: "data", region: "eu", sizeGb: 10, allowDataLoss: true });
  const state = { ...before, __world: world };
  const after = { ...before, region: "us" };
  const create1 = { call: "POST /v1/volumes", body: sent };
  const made = { id: "vol_2", ...sent };
  const context = newContext([
    { call: "GET /v1/volumes/vol_1", status: 404, text: "no page" },
    { call: "DELETE /v1/volumes/vol_1" },
    { call: "GET /v1/volumes/vol_1", status: 404, text: "no page" },
    { ...create1, status: 409, answer: { error: '"data" is there' } },
    { ...create1, answer: made },
    { call: "GET /v1/volumes/vol_2", answer: made },
  ]);
  const work = { id: "vol_1", state };
  expect((await diff(context, volume, { ...work, inputs: after })).deleteBeforeReplace).toBe(true);
  await remove(context, volume, work);
  expect((await create(context, volume, after)).id).toBe("vol_2");
});

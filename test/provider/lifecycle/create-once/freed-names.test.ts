import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, errorOf, held, newContext } from "../../../support/session.ts";
import { body, list, lost, none, post, seconds } from "./lost-create.ts";

const named = declared(body);
const taken = 'container "main" was not created: web-1 has the name already';

/** The next run on a machine whose last one destroyed the container. */
async function afterDestroy(calls: readonly Expected[]) {
  const erase = { call: "DELETE /api/v1/instances/web-1" };
  const earlier = newContext([list({ status: "stopped" }), erase]);
  await remove(earlier, container, { id: "web-1", state: held(body) });
  return newContext(calls, { journal: earlier.journal });
}

const machine = { name: "web", region: "eu", plan: "small", image: "debian/13" };

function machines(...items: readonly Props[]): Expected {
  const answer = items.map((item) => ({ ...machine, status: "stopped", ...item }));
  return { call: "GET /v1/instances", answer };
}

/** The same after that of a machine with an id of its own. */
async function afterMachine(calls: readonly Expected[]) {
  const erase = { call: "DELETE /v1/instances/inst_1" };
  const earlier = newContext([machines({ id: "inst_1" }), erase, machines()]);
  await remove(earlier, instance, { id: "inst_1", state: held(machine) });
  return newContext(calls, { journal: earlier.journal });
}

describe("a name that an earlier run freed", () => {
  test("is waited for while lists still show what had it", async () => {
    const context = await afterDestroy([list({}), list({}), none, post]);
    expect((await create(context, container, named)).id).toBe("web-1");
    expect(seconds(context)).toBe(5);
  });

  test("is refused when that does not go: it may be another one by now", async () => {
    const context = await afterDestroy(new Array<Expected>(19).fill(list({})));
    const { message } = await errorOf(() => create(context, container, named));
    expect(message).toContain(taken);
    expect(context.said.join()).toContain("waits for the deletion of web-1, which has its name");
    expect(seconds(context)).toBeGreaterThanOrEqual(150);
    expect(seconds(context)).toBeLessThan(165);
  });

  test("is refused at once when something has it that was made since", async () => {
    const context = await afterDestroy([none, post]);
    await create(context, container, named);
    const next = newContext([list({})], { journal: context.journal });
    const { message } = await errorOf(() => create(next, container, declared(body, "twin")));
    expect(message).toContain("web-1 has the name already");
    expect(seconds(next)).toBe(0);
  });

  test("is refused at once where a run was killed when it had just made the next one of it (seed 36753)", async () => {
    const context = await afterDestroy([list({})]);
    context.journal.nameUsed({ kind: "container", name: "web-1" });
    const { message } = await errorOf(() => create(context, container, named));
    expect(message).toContain("web-1 has the name already");
    expect(seconds(context)).toBe(0);
  });

  test("is waited for while lists still show what had it before another one, which went as well", async () => {
    const named = declared(machine);
    const make = { call: "POST /v1/instances", body: machine };
    const making = (id: string) => ({ ...make, answer: { id, ...machine, status: "stopped" } });
    const { journal } = await afterMachine([]);
    await create(newContext([machines(), making("inst_2")], { journal }), instance, named);
    const erase = { call: "DELETE /v1/instances/inst_2" };
    const next = newContext([machines({ id: "inst_2" }), erase, machines()], { journal });
    await remove(next, instance, { id: "inst_2", state: held(machine) });
    const old = machines({ id: "inst_1" });
    const context = newContext([old, old, machines(), making("inst_3")], { journal });
    expect((await create(context, instance, named)).id).toBe("inst_3");
  });

  test("is refused at once when another object has it", async () => {
    const context = await afterMachine([machines({ id: "inst_2" })]);
    const { message } = await errorOf(() => create(context, instance, declared(machine)));
    expect(message).toContain('inst_2 has the name "web"');
    expect(seconds(context)).toBe(0);
  });

  test.each(["deleting", "stopped"])(
    "is not taken from what had it by a lost create, while that is shown as %j",
    async (status) => {
      const old = { id: "inst_1", status };
      const made = { ...machine, id: "inst_2", status: "running" };
      const make = { call: "POST /v1/instances", body: machine };
      const looks = new Array<Expected>(6).fill(machines(old));
      const context = await afterMachine([
        machines({ ...old, status: "deleting" }),
        { ...make, error: lost() },
        ...looks,
        { ...make, answer: made },
      ]);
      expect((await create(context, instance, declared(machine))).id).toBe("inst_2");
    },
  );

  test("is asked for again while the platform refuses it, where no list shows names", async () => {
    const sent = { name: "data", region: "eu", size_gb: 10 };
    const inputs = { name: "data", region: "eu", sizeGb: 10, allowDataLoss: true };
    const unread = { call: "GET /v1/volumes/vol_1", status: 404, text: "no page" };
    const earlier = newContext([unread, { call: "DELETE /v1/volumes/vol_1" }, unread]);
    await remove(earlier, volume, { id: "vol_1", state: held(inputs) });
    const make = { call: "POST /v1/volumes", body: sent };
    const made = { id: "vol_2", ...sent };
    const context = newContext(
      [
        { ...make, status: 409, answer: { error: '"data" is being deleted' } },
        { ...make, answer: made },
        { call: "GET /v1/volumes/vol_2", answer: made },
      ],
      { journal: earlier.journal },
    );
    expect((await create(context, volume, declared(inputs))).id).toBe("vol_2");
    expect(seconds(context)).toBe(2);
  });
});

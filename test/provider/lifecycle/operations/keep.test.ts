import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { diff } from "../../../../provider/lifecycle/diff.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { container } from "../../../../resources/compute/container.ts";
import { nextRun } from "../../../support/next-run.ts";
import { declared, errorOf, newContext, world } from "../../../support/session.ts";

const body = { name: "web", type: "container", image: "debian/13" };
const list = (status: string) => ({
  call: "GET /api/v1/instances",
  answer: [{ ...body, status, ip_addresses: ["10.0.0.2"] }],
});
const action = (name: string) => ({
  call: "POST /api/v1/instances/web/action",
  body: { action: name },
});
const erase = { call: "DELETE /api/v1/instances/web" };
const inputs = declared(body);
const state = { ...inputs, __world: world };
const work = { id: "web", state, inputs };

test("what a deletion that failed has stopped is started again when the program keeps it", async () => {
  const context = newContext([
    list("running"),
    action("stop"),
    list("stopped"),
    { ...erase, status: 401, answer: { error: "revoked" } },
    list("stopped"),
    action("start"),
    list("running"),
  ]);
  await errorOf(() => remove(context, container, work));
  const next = nextRun(context);
  expect((await diff(next, container, work)).changes).toBe(true);
  await next.clock.sleep(1);
  expect(await update(next, container, work)).toMatchObject({ status: "running" });
  expect((await diff(next, container, work)).changes).toBe(false);
});

test("what is deleted after all is not started, nor what takes its name", async () => {
  const context = newContext([list("stopped"), erase]);
  await remove(context, container, work);
  expect((await diff(nextRun(context), container, work)).changes).toBe(false);
});

describe("where no journal knows of the deletion that stopped it, a refresh says that it is stopped", () => {
  const says =
    'warning: container "main": it is stopped, and ran when it was last seen; if it should run, start it in the console.';
  async function said(of: Props, status: string) {
    const context = newContext([list(status)]);
    await read(context, container, { id: "web", props: { ...state, ...of } });
    return context.said;
  }

  test("once", async () => {
    expect(await said({ status: "running" }, "stopped")).toEqual([says]);
    expect(await said({ status: "stopped" }, "stopped")).toEqual([]);
  });

  test("unless the journal has it, by which it is started again, or deleted after all", async () => {
    const context = newContext([list("stopped"), list("stopped")]);
    context.journal.deletionBegan({ type: "container", id: "web" });
    await read(context, container, { id: "web", props: { ...state, status: "running" } });
    expect(context.said.join()).not.toContain("it is stopped");
  });

  test("unless it runs, or the program says what it should do", async () => {
    expect(await said({ status: "running" }, "running")).toEqual([]);
    const wanted = { status: "running", desiredState: "running" };
    expect(await said(wanted, "stopped")).toEqual([]);
  });
});

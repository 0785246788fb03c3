import { describe, expect, test } from "vitest";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { container } from "../../../../resources/compute/container.ts";
import { poolVolume } from "../../../../resources/storage/pool-volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, errorOf, held, newContext, type TestContext } from "../../../support/session.ts";
import {
  body as containerBody,
  list,
  none,
  post as postContainer,
  seconds,
} from "./lost-create.ts";

const id = "default/shelf";
const volumes = "/api/v1/storage/pools/default/volumes";
const body = { pool: "default", name: "shelf", allowDataLoss: true };
/** Nothing grows a volume there, so another size is another volume of the same name. */
const routes = { "PATCH /api/v1/storage/pools/{pool}/volumes/{name}": "none" };
const before = { ...held({ ...body, size: "10GiB" }), __routes: routes };
const inputs = declared({ ...body, size: "20GiB" });
const unread = { call: `GET ${volumes}/shelf`, status: 405, answer: { error: "not allowed" } };
const erase = { call: `DELETE ${volumes}/shelf` };
const post = { call: `POST ${volumes}`, body: { name: "shelf", config: { size: "20GiB" } } };
const made = { ...post, answer: { name: "shelf" } };

/** A run that replaces the volume by one with its name, and so with its id. */
async function replacing(calls: readonly Expected[]): Promise<TestContext> {
  const context = newContext([erase, unread, ...calls]);
  expect(compare(context, poolVolume, { id, state: before, inputs }).replaces).toEqual(["size"]);
  await remove(context, poolVolume, { id, state: before });
  await create(context, poolVolume, inputs);
  return context;
}

describe("a create whose object has the id of the one that it replaces", () => {
  test("is found again after a kill, when the engine shows the older state first", async () => {
    const { journal } = await replacing([made, unread]);
    const context = newContext([unread, unread, unread], { journal });
    compare(context, poolVolume, { id, state: before, inputs });
    expect((await create(context, poolVolume, inputs)).id).toBe(id);
    expect(context.said.join()).toContain("took over default/shelf, which an earlier run made.");
  });

  test("is found again where the run that made it was not shown the older one", async () => {
    const { journal } = newContext();
    const state = held(containerBody);
    const web = declared(containerBody);
    const deletion = [list({ status: "stopped" }), { call: "DELETE /api/v1/instances/web-1" }];
    await remove(newContext(deletion, { journal }), container, { id: "web-1", state });
    await create(newContext([none, postContainer], { journal }), container, web);
    const context = newContext([list({})], { journal });
    compare(context, container, { id: "web-1", state, inputs: web });
    expect((await create(context, container, web)).id).toBe("web-1");
  });

  test.each([
    ["its run ended in good order", "end"],
    ["a refresh shows its state", "refresh"],
  ])("is forgotten once %s", async (_why, how) => {
    const { journal } = await replacing([made, unread]);
    const state = { ...held({ ...body, size: "20GiB" }), __routes: routes };
    if (how === "end") journal.handedOver();
    else await read(newContext([unread], { journal }), poolVolume, { id, props: state });
    const context = newContext([made, unread], { journal });
    compare(context, poolVolume, { id, state, inputs });
    await create(context, poolVolume, inputs);
    expect(context.said.join()).not.toContain("an earlier run made");
  });

  test("is sent again while the platform refuses it in words of its own: the old one may be there still", async () => {
    const refused = { ...post, status: 422, answer: { error: '"shelf" already exists' } };
    const context = await replacing([refused, refused, made, unread]);
    expect(seconds(context)).toBe(5);
  });

  test("is refused soon where that does not end: it may be a mistake in the program", async () => {
    const refused = { ...post, status: 422, answer: { error: "there is no such size" } };
    const context = newContext([erase, unread, ...new Array<Expected>(6).fill(refused)]);
    compare(context, poolVolume, { id, state: before, inputs });
    await remove(context, poolVolume, { id, state: before });
    const { message } = await errorOf(() => create(context, poolVolume, inputs));
    expect(message).toContain("there is no such size (422)");
    expect(seconds(context)).toBe(28);
  });
});

import { expect, test } from "vitest";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { held, newContext } from "../../support/session.ts";

const there = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const get = { call: "GET /v1/volumes/vol_1", answer: there };
const inputs = { name: "data", region: "eu", sizeGb: 10 };
const [before, after] = [held(inputs, "before"), held(inputs, "after")];

test("what a refresh read for a declaration that the program has no more keeps nothing from being deleted", async () => {
  const context = newContext([
    get,
    get,
    { call: "DELETE /v1/volumes/vol_1" },
    { ...get, status: 404, answer: { error: "there is none" } },
  ]);
  const { state } = await read(context, volume, { id: "vol_1", props: before });
  const work = { id: "vol_1", state: before, inputs: { ...before, ...state } };
  await diff(context, volume, work);
  await remove(context, volume, { id: "vol_1", state: after });
  expect(context.said).toEqual([]);
});

test("what the program has by another declaration stays", async () => {
  const context = newContext();
  await diff(context, volume, { id: "vol_1", state: after, inputs: after });
  await remove(context, volume, { id: "vol_1", state: before });
  expect(context.said.join()).toContain('because volume "after" has it now');
});

import { describe, expect, test } from "vitest";
import type { Context } from "../../../provider/lifecycle/context.ts";
import { remove } from "../../../provider/lifecycle/delete.ts";
import { diff } from "../../../provider/lifecycle/diff.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { update } from "../../../provider/lifecycle/update.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared, errorOf, newContext, world } from "../../support/session.ts";

const other = "api:https://api.example#shop";
const inputs = declared({ name: "data", region: "eu", sizeGb: 10 });
const id = "vol_1";
const seen = { id, name: "data", region: "eu", size_gb: 10, status: "available" };

const operations = {
  diff: (context: Context, state: object) =>
    diff(context, volume, { id, state: { ...state }, inputs }),
  read: (context: Context, state: object) => read(context, volume, { id, props: { ...state } }),
  update: (context: Context, state: object) =>
    update(context, volume, { id, state: { ...state }, inputs }),
  delete: (context: Context, state: object) => remove(context, volume, { id, state: { ...state } }),
};

describe("an object of another world", () => {
  test.each(Object.entries(operations))(
    "is an error for %s, and nothing is sent",
    async (_name, run) => {
      const error = await errorOf(() => run(newContext(), { ...inputs, __world: other }));
      expect(error.code).toBe("world");
      expect(error.message).toBe(
        `volume "main" was made on ${other}, but the settings now point at ${world}: nothing was read or changed. Use the settings it was made with, set HOSTING_ACCEPT_WORLD=${other} if both are the same platform, or remove the stack's state.`,
      );
    },
  );

  test("is still one when another world is accepted", async () => {
    const context = newContext([], { acceptWorld: "embedded:world_2" });
    const error = await errorOf(() => operations.diff(context, { ...inputs, __world: other }));
    expect(error.code).toBe("world");
  });
});

describe("a world that is accepted", () => {
  const state = { ...inputs, __world: other };

  test("makes an update that stamps the object anew", async () => {
    const context = newContext([], { acceptWorld: other });
    expect(diff(context, volume, { id, state, inputs })).toEqual({
      changes: true,
      replaces: [],
      deleteBeforeReplace: false,
    });
    expect(await update(context, volume, { id, state, inputs })).toMatchObject({ __world: world });
  });

  test("is stamped anew by a refresh, also where nothing can be read", async () => {
    const context = newContext([{ call: "GET /v1/volumes/vol_1", answer: seen }], {
      acceptWorld: other,
    });
    const result = await read(context, volume, { id, props: state });
    expect(result.state).toMatchObject({ __world: world });
    const blind = newContext([], { acceptWorld: other, assumedRoutes: "never" });
    const kept = await read(blind, volume, { id, props: state });
    expect(kept.state).toMatchObject({ __world: world });
  });
});

test("an object without a stamp gets one at its first refresh, and is no difference before", async () => {
  const context = newContext([{ call: "GET /v1/volumes/vol_1", answer: seen }]);
  expect(diff(context, volume, { id, state: inputs, inputs }).changes).toBe(false);
  const { state } = await read(context, volume, { id, props: inputs });
  expect(state).toMatchObject({ __world: world });
});

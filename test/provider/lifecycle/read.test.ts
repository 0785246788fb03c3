import { describe, expect, test } from "vitest";
import { read } from "../../../provider/lifecycle/read.ts";
import { volume } from "../../../resources/storage/volume.ts";
import type { Expected } from "../../support/fake-api.ts";
import { declared, errorOf, keyMark, newContext, world } from "../../support/session.ts";
import { toy } from "../../support/session-toy.ts";

const inputs = declared({ name: "data", region: "eu", sizeGb: 10, timeouts: { read: "1m" } });
const state = {
  ...inputs,
  status: "available",
  __world: world,
  __seenBy: keyMark,
  __routes: { "GET /v1/volumes/{volume_id}": "works" },
  __echoes: ["name", "region", "sizeGb"],
  __shown: {},
};
const there = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const get = { call: "GET /v1/volumes/vol_1" };

describe("a refresh", () => {
  test("of what is as it was changes nothing", async () => {
    const context = newContext([{ ...get, answer: there }]);
    const result = await read(context, volume, { id: "vol_1", props: state });
    expect(result).toEqual({ id: "vol_1", state, inputs });
    expect(context.said).toEqual([]);
  });

  test("shows new outputs, which are no drift of inputs", async () => {
    const answer = { ...there, status: "resizing", colour: "green" };
    const result = await read(newContext([{ ...get, answer }]), volume, {
      id: "vol_1",
      props: state,
    });
    expect(result).toEqual({ id: "vol_1", state: { ...state, status: "resizing" }, inputs });
  });

  test("keeps outputs that the answer does not show, or shows in another type", async () => {
    const answer = { id: "vol_1", status: 5 };
    const result = await read(newContext([{ ...get, answer }]), volume, {
      id: "vol_1",
      props: state,
    });
    expect(result.state).toEqual(state);
  });

  test("leaves alone an input that the program no longer gives", async () => {
    const { sizeGb: _size, ...others } = { sizeGb: 10, ...state };
    const context = newContext([{ ...get, answer: there }]);
    const result = await read(context, volume, { id: "vol_1", props: others });
    expect(result.inputs).not.toHaveProperty("sizeGb");
    expect(result.state).not.toHaveProperty("sizeGb");
  });

  test("never shows a secret, whatever is shown in its place", async () => {
    const props = { ...declared({ token: "alpha", phrase: "open" }), __echoes: ["token"] };
    const answer = { id: "x_1", token: "beta", phrase: "shut" };
    const context = newContext([{ call: "GET /v1/load-balancers/x_1", answer }]);
    const result = await read(context, toy, { id: "x_1", props });
    expect(context.said).toEqual([]);
    expect(result.inputs).toMatchObject({ token: "alpha", phrase: "open" });
  });

  test("keeps what is left to be done", async () => {
    const props = { ...state, __unfinished: "it was growing" };
    const result = await read(newContext([{ ...get, answer: there }]), volume, {
      id: "vol_1",
      props,
    });
    expect(result.state).toMatchObject({ __unfinished: "it was growing" });
  });

  test("keeps the state where nothing can be read, and says so once", async () => {
    const context = newContext([], { assumedRoutes: "never" });
    const result = await read(context, volume, { id: "vol_1", props: state });
    expect(result).toEqual({ id: "vol_1", state, inputs });
    expect(context.said).toHaveLength(1);
    expect(context.said.join()).toContain("set HOSTING_DELETED_BY_HAND=<id>");
  });

  test("keeps the name that an object has when ours was made up", async () => {
    const props = { ...state, name: "old", __generatedName: true, __echoes: [] };
    const answer = { ...there, name: "old" };
    const result = await read(newContext([{ ...get, answer }]), volume, { id: "vol_1", props });
    expect(result.state).toMatchObject({ name: "old" });
  });
});

describe("a static get", () => {
  const lookup = { __lookup: true, __provider: "provider text" };

  test("shows inputs and outputs of what is there, and leaves its inputs alone", async () => {
    const context = newContext([
      { ...get, answer: { ...there, filesystem: null, colour: "green" } },
    ]);
    expect(await read(context, volume, { id: "vol_1", props: lookup })).toEqual({
      id: "vol_1",
      state: { name: "data", region: "eu", sizeGb: 10, status: "available", __world: world },
      inputs: lookup,
    });
  });

  test.each<[string, readonly Expected[], "try" | "never"]>([
    ["answers 404", [{ ...get, status: 404, answer: { error: "no such volume" } }], "try"],
    ["answers a page", [{ ...get, status: 404, text: "<h1>Not found</h1>" }], "try"],
    ["reads no volume", [], "never"],
  ])("is an error where the platform %s, never an empty resource", async (_what, calls, tried) => {
    const list = { call: "GET /v1/volumes", answer: [] };
    const context = newContext(calls.length > 0 ? [...calls, list] : [], { assumedRoutes: tried });
    const error = await errorOf(() => read(context, volume, { id: "vol_1", props: lookup }));
    expect(error.code).toBe("notFound");
  });
});

import { describe, expect, test } from "vitest";
import type { Props } from "../../../provider/definition/session.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared, keyMark, newContext, world } from "../../support/session.ts";
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
const looks = (answer: Parameters<typeof JSON.stringify>[0]) => [
  { call: "GET /v1/volumes/vol_1", answer: JSON.parse(JSON.stringify(answer)) },
];

describe("a refresh", () => {
  test.each<[string, object, Props]>([
    ["of what is as it was changes nothing", there, {}],
    ["stores new outputs", { ...there, status: "resizing" }, { status: "resizing" }],
    ["keeps outputs that the answer does not show", { id: "vol_1" }, {}],
    ["keeps outputs that it shows in another type", { ...there, status: 5 }, {}],
  ])("%s", async (_what, answer, change) => {
    const context = newContext(looks(answer));
    const result = await read(context, volume, { id: "vol_1", props: state });
    expect(result).toEqual({ id: "vol_1", state: { ...state, ...change }, inputs });
    expect(context.said).toEqual([]);
  });

  test("keeps what is being deleted, and says so", async () => {
    const context = newContext(looks({ ...there, status: "deleting" }));
    const result = await read(context, volume, { id: "vol_1", props: state });
    expect(result).toMatchObject({ id: "vol_1", state: { status: "deleting" } });
    expect(context.said).toEqual([expect.stringMatching(/^warning.*vol_1.*pulumi refresh/)]);
  });

  test("never shows a secret, whatever is shown in its place", async () => {
    const props = { ...declared({ token: "alpha", phrase: "open" }), __echoes: ["token"] };
    const answer = { id: "x_1", token: "beta", phrase: "shut" };
    const context = newContext([{ call: "GET /v1/load-balancers/x_1", answer }]);
    const result = await read(context, toy, { id: "x_1", props });
    expect(context.said).toEqual([]);
    expect(result.inputs).toMatchObject({ token: "alpha", phrase: "open" });
  });

  test.each<[string, Props]>([
    ["what is left to be done", { __unfinished: "it was growing" }],
    ["the name that an object has when ours was made up", { name: "old", __generatedName: true }],
  ])("keeps %s", async (_what, kept) => {
    const answer = { ...there, ...("name" in kept ? { name: "old" } : { size_gb: 5 }) };
    const props = { ...state, ...kept };
    const result = await read(newContext(looks(answer)), volume, { id: "vol_1", props });
    expect(result.state).toMatchObject(kept);
    // An object on its way is no drift.
    expect(result.inputs["sizeGb"]).toBe(10);
  });
});

describe("a static get", () => {
  const props = { __lookup: true, __provider: "provider text" };

  test("shows inputs and outputs of what is there, and leaves its inputs alone", async () => {
    const context = newContext(looks({ ...there, filesystem: null, colour: "green" }));
    expect(await read(context, volume, { id: "vol_1", props })).toEqual({
      id: "vol_1",
      state: { name: "data", region: "eu", sizeGb: 10, status: "available", __world: world },
      inputs: props,
    });
  });

  test.each(["try", "never"] as const)("of what nothing reads is an error (%s)", async (tried) => {
    const missing = { status: 404, text: "<h1>Not found</h1>" };
    const calls = ["GET /v1/volumes/vol_1", "GET /v1/volumes"].map((call) => ({
      call,
      ...missing,
    }));
    const context = newContext(tried === "try" ? calls : [], { assumedRoutes: tried });
    const reading = read(context, volume, { id: "vol_1", props });
    const why = tried === "try" ? "Correct the id" : "no way to read";
    const message = expect.stringContaining(why);
    await expect(reading).rejects.toMatchObject({ code: "notFound", message });
  });
});

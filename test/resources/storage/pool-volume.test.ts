import { describe, expect, test } from "vitest";
import type { Props } from "../../../provider/definition/session.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { poolVolume } from "../../../resources/storage/pool-volume.ts";
import { declared, errorOf, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const data = classUnderTest(poolVolume);
const inputs = { pool: "default", name: "data", size: "10GiB" };
const patch = "PATCH /api/v1/storage/pools/default/volumes/data";

describe("a pool volume", () => {
  test.each([
    ["size", ["10", "10 GiB", "big", "", "0GiB"]],
    ["pool", ["a/b"]],
    ["name", ["a/b"]],
    // The id of a pool volume is <pool>/<name>.
    ["adopt", ["fast/old"]],
  ])("has no %s like %j", (input, values) => {
    for (const value of values) {
      expect(data.refused({ ...inputs, [input]: value })).toEqual([input]);
    }
  });

  test("is adopted from the pool that its id names", () => {
    expect(data.refused({ ...inputs, adopt: "default/old" })).toEqual([]);
  });

  test("never shrinks, whatever is allowed", () => {
    const smaller = { ...inputs, size: "9GiB", allowDataLoss: true };
    expect(data.refused(smaller, inputs)).toEqual(["size"]);
    expect(data.refused({ ...inputs, size: "10240MiB" }, inputs)).toEqual([]);
  });

  test("grows in place, by its size inside config", async () => {
    const after = { ...inputs, size: "20GiB" };
    expect(data.diff(inputs, after)).toMatchObject({ changes: undefined, replaces: [] });
    const calls = [{ call: patch, body: { config: { size: "20GiB" } }, answer: { name: "data" } }];
    const before = {
      ...inputs,
      __routes: { "GET /api/v1/storage/pools/{pool}/volumes/{name}": "works" },
    };
    const stored = await data.update("default/data", { before, after }, calls);
    expect(stored).toMatchObject(after);
  });

  test.each<Props>([{ pool: "fast" }, { name: "other" }, { config: { a: "b" } }])(
    "is not replaced for %j unless its data may be lost",
    async (change) => {
      const after = { ...inputs, ...change };
      const error = await errorOf(() => data.diff(inputs, after));
      expect(error.message).toContain("which loses its data");
      expect(data.diff(inputs, { ...after, allowDataLoss: true })).toMatchObject({
        replaces: Object.keys(change),
        deleteBeforeReplace: true,
      });
    },
  );

  describe("that has no route to grow", () => {
    const before = {
      ...inputs,
      __routes: { "PATCH /api/v1/storage/pools/{pool}/volumes/{name}": "none" },
    };
    const after = { ...inputs, size: "20GiB" };

    test("is not replaced unless its data may be lost", async () => {
      const error = await errorOf(() => data.diff(before, after));
      expect(error.message).toMatch(/size cannot change from "10GiB" to "20GiB".*loses its data/);
      const allowed = { ...after, allowDataLoss: true };
      expect(data.diff(before, allowed)).toMatchObject({ replaces: ["size"] });
    });

    test("reports it when it is tried for the first time", async () => {
      const body = { config: { size: "20GiB" } };
      const refused = { call: patch, body, status: 405, answer: { error: "no such method" } };
      const change = { before: inputs, after };
      const failure = await errorOf(() => data.update("default/data", change, [refused]));
      expect(failure.code).toBe("noRoute");
      expect(failure.message).toContain("set allowDataLoss: true");
    });
  });
});

describe("a pool volume that is there", () => {
  const adopting = declared({ ...inputs, config: { a: "b" }, adopt: "default/data" });
  const get = "GET /api/v1/storage/pools/default/volumes/data";

  test.each([
    [
      "with its settings",
      { name: "data", config: { size: "10GiB", a: "b" } },
      ["config", "name", "size"],
    ],
    ["without them", { name: "data" }, ["name"]],
    ["with nothing in them", { name: "data", config: null }, ["name"]],
  ])("is taken over when it is shown %s", async (_how, answer, echoes) => {
    const context = newContext([{ call: get, answer }]);
    const { id, state } = await create(context, poolVolume, adopting);
    expect({ id, echoes: state["__echoes"] }).toEqual({ id: "default/data", echoes });
  });
});

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
  test.each(["10", "10 GiB", "big", "", "0GiB"])("is never of size %j", (size) => {
    const reason = 'size must be a size like "512MiB" or "10GiB"';
    expect(data.problems({ ...inputs, size })).toEqual([{ property: "size", reason }]);
  });

  test.each(["pool", "name"])("has a %s that can stand in a path", (input) => {
    const reason = `${input} must be 1 to 128 letters, digits or any of ._@+-`;
    expect(data.problems({ ...inputs, [input]: "a/b" })).toEqual([{ property: input, reason }]);
  });

  test("is adopted from the pool that its id names", () => {
    expect(data.problems({ ...inputs, adopt: "default/old" })).toEqual([]);
    expect(data.problems({ ...inputs, adopt: "fast/old" })).toEqual([
      {
        property: "adopt",
        reason:
          'adopt is "fast/old", but pool is "default": the id of a pool volume is <pool>/<name>. Make pool that of the id',
      },
    ]);
  });

  test("never shrinks, whatever is allowed", () => {
    const smaller = { ...inputs, size: "9GiB", allowDataLoss: true };
    const reason =
      "size is 9GiB, but the volume already has 10GiB; volumes only grow. Keep 10GiB or more.";
    expect(data.problems(smaller, inputs)).toEqual([{ property: "size", reason }]);
    expect(data.problems({ ...inputs, size: "10240MiB" }, inputs)).toEqual([]);
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

  test("is not changed by another spelling of its size", () => {
    expect(data.diff(inputs, { ...inputs, size: "10240MiB" }).changes).toBe(false);
  });

  test.each<Props>([{ pool: "fast" }, { name: "other" }, { config: { a: "b" } }])(
    "is not replaced for %j unless its data may go",
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

    test("is not replaced unless its data may go", async () => {
      const error = await errorOf(() => data.diff(before, after));
      expect(error.message).toContain(
        'size cannot change from "10GiB" to "20GiB" without replacing it, which loses its data.',
      );
      const allowed = { ...after, allowDataLoss: true };
      expect(data.diff(before, allowed)).toMatchObject({ replaces: ["size"] });
    });

    test("says so when it is tried for the first time", async () => {
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

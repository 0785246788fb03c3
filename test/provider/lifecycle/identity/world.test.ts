import { describe, expect, test } from "vitest";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { checkWorld, worldOf } from "../../../../provider/lifecycle/identity/world.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { declared, errorOf, newContext, world } from "../../../support/session.ts";

const other = "api:https://api.example#shop";
const inputs = declared({ name: "data", region: "eu", sizeGb: 10 });
const id = "vol_1";
const seen = { id, name: "data", region: "eu", size_gb: 10, status: "available" };

test("another world than the one that is accepted stays an error", async () => {
  const context = newContext([], { acceptWorld: "embedded:world_2" });
  const state = { ...inputs, __world: other };
  const error = await errorOf(() => compare(context, volume, { id, state, inputs }));
  expect(error.code).toBe("world");
});

describe("a world that is accepted", () => {
  const state = { ...inputs, __world: other };

  test("makes an update that stamps the object anew", async () => {
    const context = newContext([], { acceptWorld: other });
    expect(compare(context, volume, { id, state, inputs })).toEqual({
      changes: true,
      replaces: [],
      deleteBeforeReplace: true,
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
  expect(compare(context, volume, { id, state: inputs, inputs }).changes).toBe(false);
  const { state } = await read(context, volume, { id, props: inputs });
  expect(state).toMatchObject({ __world: world });
});

describe("an account on two hosts", () => {
  const account = {
    baseUrl: "https://a.example",
    apiBaseUrl: "https://b.example",
    account: "shop",
  };
  const current = worldOf(account);
  const check = (made: string, acceptWorld?: string) =>
    checkWorld({ world: current, acceptWorld }, { __world: made }, "volume");

  test("is stamped with both, also while they are one: the second alone may lead elsewhere later", () => {
    expect(current).toBe("api:https://a.example+https://b.example#shop");
    const one = worldOf({ ...account, apiBaseUrl: account.baseUrl });
    expect(one).toBe("api:https://a.example+https://a.example#shop");
    expect(() => check(one)).toThrow("was made on https://a.example with https://a.example");
  });

  test("is the one of an older stamp with the first of them", () => {
    expect(check("api:https://a.example#shop")).toBe("same");
    expect(() => check("api:https://b.example#shop")).toThrow("was made on https://b.example");
  });

  test("is another one when the second host differs, which the error names", () => {
    const made = "api:https://a.example+https://c.example#shop";
    expect(() => check(made)).toThrow(
      "volume was made on https://a.example with https://c.example (account shop), but the settings point at https://a.example with https://b.example (account shop): nothing was done.",
    );
  });

  test.each(["api:https://c.example+https://d.example#shop", "api:https://c.example#shop"])(
    "is accepted for another one by %s",
    (word) => {
      expect(check("api:https://c.example+https://d.example#shop", word)).toBe("accepted");
    },
  );
});

import { describe, expect, test } from "vitest";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { checkWorld, worldOf } from "../../../../provider/lifecycle/identity/world.ts";
import type { Context } from "../../../../provider/lifecycle/operation/context.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { declared, errorOf, newContext, world } from "../../../support/session.ts";

const other = "api:https://api.example#shop";
const inputs = declared({ name: "data", region: "eu", sizeGb: 10 });
const id = "vol_1";
const state = { ...inputs, __world: other };
const look = {
  call: "GET /v1/volumes/vol_1",
  answer: { id, name: "data", region: "eu", size_gb: 10, status: "available" },
};

test("another platform id than the accepted one stays an error", async () => {
  const context = newContext([], { acceptWorld: "embedded:world_2" });
  const error = await errorOf(() => compare(context, volume, { id, state, inputs }));
  expect(error.code).toBe("world");
});

test.each<[string, (context: Context) => Promise<unknown>]>([
  ["updated", (context) => update(context, volume, { id, state, inputs })],
  ["read", (context) => read(context, volume, { id, props: state })],
  ["deleted", (context) => remove(context, volume, { id, state })],
])("an object of another platform is not %s, and nothing is sent", async (_done, work) => {
  const error = await errorOf(() => work(newContext()));
  expect(error.code).toBe("world");
});

describe("an accepted platform id", () => {
  test("makes an update that stamps the object anew", async () => {
    const context = newContext([], { acceptWorld: other });
    const difference = compare(context, volume, { id, state, inputs });
    expect(difference).toMatchObject({ changes: true, replaces: [] });
    expect(await update(context, volume, { id, state, inputs })).toMatchObject({ __world: world });
  });

  test.each(["try", "never"] as const)(
    "is stamped anew by a refresh (%s)",
    async (assumedRoutes) => {
      const calls = assumedRoutes === "try" ? [look] : [];
      const context = newContext(calls, { acceptWorld: other, assumedRoutes });
      const result = await read(context, volume, { id, props: state });
      expect(result.state).toMatchObject({ __world: world });
    },
  );
});

test("an object without a stamp is no difference before its first refresh", () => {
  expect(compare(newContext(), volume, { id, state: inputs, inputs }).changes).toBe(false);
});

describe("an account on two hosts", () => {
  const [a, b] = ["https://a.example", "https://b.example"];
  const current = worldOf({ baseUrl: a, apiBaseUrl: b, account: "shop" });
  const check = (made: string, acceptWorld?: string) =>
    checkWorld({ world: current, acceptWorld }, { __world: made }, "volume");

  test("is stamped with both, also while they are one: the second alone may lead elsewhere later", () => {
    expect(current).toBe(`api:${a}+${b}#shop`);
    expect(worldOf({ baseUrl: a, apiBaseUrl: a, account: "shop" })).toBe(`api:${a}+${a}#shop`);
  });

  test("is the one of an older stamp with the first of them", () => {
    expect(check(`api:${a}#shop`)).toBe("same");
  });

  test.each([`api:${a}+${a}#shop`, `api:${a}+https://c.example#shop`, `api:${b}#shop`])(
    "is another one than %s: the error names both",
    async (made) => {
      const { code, message } = await errorOf(() => check(made));
      expect(code).toBe("world");
      const [, first = "", second = first] = /^api:([^+#]+)\+?([^#]*)/.exec(made) ?? [];
      for (const host of [first, second, a, b]) expect(message).toContain(host);
    },
  );

  test.each(["api:https://c.example+https://d.example#shop", "api:https://c.example#shop"])(
    "is accepted for another one by %s",
    (word) => {
      expect(check("api:https://c.example+https://d.example#shop", word)).toBe("accepted");
    },
  );
});

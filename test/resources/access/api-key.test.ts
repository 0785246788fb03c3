import { describe, expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { apiKey } from "../../../resources/access/api-key.ts";
import type { Expected } from "../../support/fake-api.ts";
import { declared, errorOf, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const key = classUnderTest(apiKey);
const inputs = { keyId: "key_1" };
const list = "GET /v1/api-keys";
const missing = { call: list, status: 404, answer: { error: "not found" } };

describe("an API key", () => {
  test.each(["hk_0123456789abcdef", "key", "key_", "key_1/2", ""])(
    "is named by its id, never by its value (%j)",
    (keyId) => {
      expect(key.refused({ keyId })).toEqual(["keyId"]);
    },
  );

  test.each<[string, readonly Expected[], number]>([
    ["is there, without a word", [{ call: list, answer: [{ id: "key_1", name: "ci" }] }], 0],
    ["may be there, with a warning: no route", [], 1],
    ["may be there, with a warning: no list", [missing, missing], 1],
  ])("%s: it is taken over", async (_what, calls, warnings) => {
    const settings = { assumedRoutes: calls.length === 0 ? "never" : "try" } as const;
    const context = newContext(calls, settings);
    expect((await create(context, apiKey, declared(inputs))).id).toBe("key_1");
    expect(context.said).toHaveLength(warnings);
  });

  const other = { id: "key_2", name: "mine" };

  test("that two whole lists of keys lack is refused", async () => {
    const keys = { call: list, answer: [other] };
    const context = newContext([keys, keys]);
    const error = await errorOf(() => create(context, apiKey, declared(inputs)));
    expect(error.code).toBe("notFound");
  });

  test.each<[string, Omit<Expected, "call">]>([
    ["is a part", { answer: { items: [other], has_more: true } }],
    ["is empty, though the key in use is there", { answer: [] }],
    ["has other ids than the console", { answer: [{ id: 12, name: "ci" }] }],
    ["shows no ids", { answer: [{ name: "ci", last_four: "abcd" }] }],
  ])("is taken to be there where the list %s", async (_why, answer) => {
    const context = newContext([{ call: list, ...answer }]);
    expect((await create(context, apiKey, declared(inputs))).id).toBe("key_1");
    expect(context.said).toHaveLength(1);
  });

  test("is revoked when it is removed, also once that has been done", async () => {
    const erase = { call: "DELETE /v1/api-keys/key_1" };
    await key.delete("key_1", inputs, [erase, { call: list, answer: [other] }]);
    await key.delete("key_1", inputs, [{ ...missing, ...erase }]);
  });

  test("in use is never revoked", async () => {
    const context = newContext([], { apiKeyId: "key_1" });
    const removing = remove(context, apiKey, { id: "key_1", state: declared(inputs) });
    await expect(removing).rejects.toMatchObject({ code: "input" });
  });

  test("that is exchanged is revoked last", () => {
    expect(key.diff(inputs, { keyId: "key_2" })).toMatchObject({
      replaces: ["keyId"],
      deleteBeforeReplace: false,
    });
  });
});

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

describe("an API key", () => {
  test.each(["hk_0123456789abcdef", "key", "key_", "key_1/2", ""])(
    "is named by its id, never by its value (%j)",
    (keyId) => {
      const reason = "keyId must be a key's id like key_…, not its value";
      expect(key.problems({ keyId })).toEqual([{ reason }]);
    },
  );

  test("is taken over when it is there", async () => {
    const context = newContext([{ call: list, answer: [{ id: "key_1", name: "ci" }] }]);
    expect((await create(context, apiKey, declared(inputs))).id).toBe("key_1");
    expect(context.said).toEqual([]);
  });

  test("is taken to be there where nobody can say, with a warning", async () => {
    const context = newContext([], { assumedRoutes: "never" });
    expect((await create(context, apiKey, declared(inputs))).id).toBe("key_1");
    expect(context.said).toEqual([
      'warning: API key "main": key_1 cannot be read, so it is taken to exist.',
    ]);
  });

  const other = { id: "key_2", name: "mine" };

  test("that a whole list of keys lacks is refused, in one request", async () => {
    const context = newContext([{ call: list, answer: [other] }]);
    const error = await errorOf(() => create(context, apiKey, declared(inputs)));
    expect([error.code, error.message]).toEqual([
      "notFound",
      'API key "main" was not adopted: there is no key key_1, or it was revoked. Create one in the console (Settings, API Keys), or remove this resource; if the console shows it, run again in a minute, or set "routes.apiKey.list" to "none" in hosting:assumptions.',
    ]);
    expect(error.message.length).toBeLessThanOrEqual(300);
    expect(context.said).toEqual([]);
  });

  test.each<[string, Omit<Expected, "call">]>([
    ["is a part", { answer: { items: [other], next_cursor: "c2" } }],
    ["is empty, though the key in use is there", { answer: [] }],
    ["has other ids than the console", { answer: [{ id: 12, name: "ci" }] }],
    ["shows no ids", { answer: [{ name: "ci", last_four: "abcd" }] }],
  ])("is taken to be there where the list %s", async (_why, answer) => {
    const context = newContext([{ call: list, ...answer }]);
    expect((await create(context, apiKey, declared(inputs))).id).toBe("key_1");
    expect(context.said).toHaveLength(1);
  });

  test("is taken to be there where nothing lists keys", async () => {
    const missing = { call: list, status: 404, answer: { error: "not found" } };
    const context = newContext([missing, missing]);
    expect((await create(context, apiKey, declared(inputs))).id).toBe("key_1");
    expect(context.said).toHaveLength(1);
  });

  test("is revoked when it is removed", async () => {
    await key.delete("key_1", inputs, [{ call: "DELETE /v1/api-keys/key_1" }]);
  });

  test("that is revoked already is removed", async () => {
    const missing = { status: 404, answer: { error: "none" } };
    const erase = { call: "DELETE /v1/api-keys/key_1", ...missing };
    await key.delete("key_1", inputs, [erase, { call: "GET /v1/api-keys", ...missing }]);
  });

  test("in use is never revoked", async () => {
    const context = newContext([], { apiKeyId: "key_1" });
    const work = () => remove(context, apiKey, { id: "key_1", state: declared(inputs) });
    const error = await errorOf(work);
    expect(error.code).toBe("input");
    expect(error.message).toContain("key_1 is the key in use (hosting:apiKeyId)");
  });

  test("that is exchanged is revoked last", () => {
    expect(key.diff(inputs, { keyId: "key_2" })).toMatchObject({
      replaces: ["keyId"],
      deleteBeforeReplace: false,
    });
  });
});

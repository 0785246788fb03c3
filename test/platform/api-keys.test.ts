import { describe, expect, test } from "vitest";
import { newWorld, sender } from "./support.ts";

describe("spec 2.11, 4.2: API keys", () => {
  test("DELETE revokes a key at once (spec 5.4)", async () => {
    const { platform, send } = newWorld();
    const { id, key } = platform.createKey({ scopes: ["*"], level: "Admin" });
    const other = platform.createKey({ scopes: ["*"], level: "Admin" });
    expect(await send(`DELETE /v1/api-keys/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await sender(platform, key)("GET /v1/instances")).status).toBe(401);
    expect((await sender(platform, other.key)("GET /v1/instances")).status).toBe(200);
    expect(platform.snapshot().apiKey).toMatchObject([{ id: other.id }]);
  });

  test("a key may revoke itself", async () => {
    const { platform } = newWorld();
    const { id, key } = platform.createKey({ scopes: [], level: "Admin" });
    const withKey = sender(platform, key);
    expect((await withKey(`DELETE /v1/api-keys/${id}`)).status).toBe(204);
    expect((await withKey(`DELETE /v1/api-keys/${id}`)).status).toBe(401);
  });

  test.each(["Read", "Write"] as const)("%s is not enough to revoke one", async (level) => {
    const { platform } = newWorld();
    const { id } = platform.createKey({ scopes: ["*"], level: "Admin" });
    const own = platform.createKey({ scopes: ["*"], level });
    expect(await sender(platform, own.key)(`DELETE /v1/api-keys/${id}`)).toMatchObject({
      status: 403,
      body: {
        error: `API key "${own.id}" may not DELETE /v1/api-keys/{key_id}: it lacks Admin`,
      },
    });
    expect(platform.snapshot().apiKey).toHaveLength(2);
  });

  test("the list shows what keys may do and until when, and never a value", async () => {
    const { platform, send, clock } = newWorld();
    const expiresAt = new Date(clock.now() + 60_000);
    const one = platform.createKey({ scopes: ["storage:read", "*"], level: "Write", expiresAt });
    const two = platform.createKey({ scopes: [], level: "Read" });
    const listed = await send("GET /v1/api-keys");
    expect(listed.status).toBe(200);
    expect(listed.body).toEqual([
      {
        id: one.id,
        scopes: ["storage:read", "*"],
        level: "Write",
        expires_at: "2026-01-01T00:01:00.000Z",
      },
      { id: two.id, scopes: [], level: "Read", expires_at: null },
    ]);
    expect(platform.snapshot().apiKey).toEqual(listed.body);
    for (const { key } of [one, two]) expect(JSON.stringify(listed.body)).not.toContain(key);
  });

  test("spec 7.2: an unknown one is named, and the root key cannot be revoked", async () => {
    const { send } = newWorld();
    for (const id of ["key_x", "root"]) {
      expect(await send(`DELETE /v1/api-keys/${id}`)).toMatchObject({
        status: 404,
        body: { error: `API key "${id}" not found` },
      });
    }
    expect((await send("GET /v1/api-keys")).body).toEqual([]);
  });
});

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
    const one = platform.createKey({
      name: "backup",
      scopes: ["storage:read", "*"],
      level: "Write",
      project: "proj_default",
      expiresAt,
    });
    const two = platform.createKey({ scopes: [], level: "Read" });
    const listed = await send("GET /v1/api-keys");
    expect(listed.status).toBe(200);
    const first = {
      id: expect.stringMatching(/^key_[0-9a-z]{16}$/),
      name: "first key",
      scope: "account-wide",
      project_id: null,
      member_id: null,
      permission: "Admin",
      scopes: ["*"],
      expires_at: null,
    };
    expect(listed.body).toEqual([
      first,
      {
        ...first,
        id: one.id,
        name: "backup",
        scope: "project-scoped",
        project_id: "proj_default",
        permission: "Write",
        scopes: ["storage:read", "*"],
        expires_at: "2026-01-01T00:01:00.000Z",
      },
      { ...first, id: two.id, name: two.id, scopes: [], permission: "Read" },
    ]);
    // The first one was not made in the world.
    expect(platform.snapshot().apiKey).toMatchObject([{ id: one.id }, { id: two.id }]);
    const keys = [platform.rootKey, one.key, two.key];
    for (const key of keys) expect(JSON.stringify(listed.body)).not.toContain(key);
  });

  test("spec 7.2: an unknown one is named", async () => {
    const { send } = newWorld();
    expect(await send("DELETE /v1/api-keys/key_x")).toMatchObject({
      status: 404,
      body: { error: 'API key "key_x" not found' },
    });
  });

  test("spec 5.4: the first key is revoked like any, and a reset brings it back", async () => {
    const { platform, send } = newWorld();
    const { key } = platform.createKey({ scopes: [], level: "Admin" });
    const admin = sender(platform, key);
    const listed = await admin("GET /v1/api-keys");
    const id = Object(listed.body)[0].id;
    expect((await admin(`DELETE /v1/api-keys/${id}`)).status).toBe(204);
    expect((await send("GET /v1/volumes")).status).toBe(401);
    expect((await admin("GET /v1/api-keys")).body).toHaveLength(1);
    platform.reset();
    expect((await send("GET /v1/api-keys")).body).toMatchObject([{ id }]);
  });

  test.each([
    ["Read", [200, 200, 200]],
    ["Admin", [403, 403, 200]],
  ] as const)(
    'levels.apiKey.list "%s": Read, Write and Admin are answered %j',
    async (level, statuses) => {
      const { platform } = newWorld();
      platform.configure({ choices: { "levels.apiKey.list": level } });
      const answers = (["Read", "Write", "Admin"] as const).map((own) =>
        sender(platform, platform.createKey({ scopes: [], level: own }).key)("GET /v1/api-keys"),
      );
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(statuses);
    },
  );

  test("spec 5: a project-scoped key sees and revokes those of its project", async () => {
    const { platform } = newWorld();
    const { id: project } = platform.createProject("shop");
    const own = platform.createKey({ scopes: [], level: "Admin", project });
    const other = platform.createKey({ scopes: [], level: "Admin", project: "proj_default" });
    const wide = platform.createKey({ scopes: [], level: "Admin" });
    const send = sender(platform, own.key);
    expect((await send("GET /v1/api-keys")).body).toMatchObject([{ id: own.id }]);
    for (const { id } of [other, wide]) {
      expect((await send(`DELETE /v1/api-keys/${id}`)).status).toBe(404);
    }
    platform.configure({ choices: { "access.outside": 403 } });
    expect((await send(`DELETE /v1/api-keys/${wide.id}`)).status).toBe(403);
    expect(platform.snapshot().apiKey).toHaveLength(3);
  });
});

import { expect } from "vitest";
import { sender } from "../support.ts";
import { container, volume } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import type { World } from "./world.ts";

export const keyClauses: readonly Clause[] = [
  {
    spec: "5.1",
    words: "Every request carries the header Authorization: Bearer <API_KEY>.",
    holds: async ({ platform }) => {
      const status = async (authorization?: string) => {
        const headers = new Headers(authorization === undefined ? {} : { authorization });
        const request = new Request("http://platform.test/api/v1/instances", { headers });
        return (await platform.fetch(request)).status;
      };
      const { rootKey } = platform;
      const wrong = [undefined, "", rootKey, `Basic ${rootKey}`, `Bearer ${rootKey}x`, "Bearer "];
      for (const header of wrong) expect(await status(header), header).toBe(401);
      expect(await status(`Bearer ${rootKey}`)).toBe(200);
    },
  },
  {
    spec: "5.2",
    words: "Keys are created in the console (Settings or Account, then API Keys).",
    holds: async ({ as, list }) => {
      await as({ name: "deploy" }).ok("GET /v1/instances");
      expect((await list("GET /v1/api-keys")).map(({ name }) => name)).toContain("deploy");
    },
  },
  {
    spec: "5.2",
    words: "The key value is displayed once at creation.",
    holds: async ({ platform, send }) => {
      const [one, other] = [newKey(platform), newKey(platform)];
      expect(one.key).not.toBe(other.key);
      const shown = JSON.stringify((await send("GET /v1/api-keys")).body);
      for (const { key } of [one, other]) expect(shown).not.toContain(key);
    },
  },
  {
    spec: "5.3",
    words: "A key can have an expiry date",
    holds: async ({ as, pass, platform }) => {
      const { send } = as({ expiresAt: new Date(platform.clock.now() + 60_000) });
      expect((await send("GET /v1/instances")).status).toBe(200);
      pass(61);
      expect((await send("GET /v1/instances")).status).toBe(401);
    },
  },
  {
    spec: "5.3",
    words: "(optional)",
    holds: async ({ as, pass }) => {
      const { ok } = as({});
      pass(10 * 365 * 86_400);
      await ok("GET /v1/instances");
    },
  },
  {
    spec: "5.4",
    words: "Revoking a key (console",
    holds: async (world) => {
      const { id, send } = client(world);
      world.platform.revokeKey(id);
      expect((await send("GET /v1/instances")).status).toBe(401);
    },
  },
  {
    spec: "5.4",
    words: "or DELETE on the key with an admin key)",
    holds: async (world) => {
      const { id, send } = client(world);
      await world.as({ level: "Write" }).refused(`DELETE /v1/api-keys/${id}`);
      expect((await send("GET /v1/instances")).status).toBe(200);
      await world.as({ level: "Admin" }).ok(`DELETE /v1/api-keys/${id}`);
      expect((await send("GET /v1/instances")).status).toBe(401);
    },
  },
  {
    spec: "5.4",
    words: "takes effect immediately",
    holds: async ({ list, platform, send }) => {
      // The first key is one like any other.
      const [first] = await list("GET /v1/api-keys");
      expect((await send(`DELETE /v1/api-keys/${first?.["id"]}`)).status).toBeLessThan(300);
      expect((await send("GET /v1/api-keys")).status).toBe(401);
      expect(platform.rootKey).not.toBe("");
    },
  },
  {
    spec: "5.4",
    words: "every later request with it returns 401",
    holds: async (world) => {
      const { id, send } = client(world);
      world.platform.revokeKey(id);
      world.pass(86_400);
      const routes = ["GET /api/v1/instances", "GET /v1/instances", "DELETE /v1/volumes/vol_none"];
      for (const route of routes) expect((await send(route)).status, route).toBe(401);
      expect((await send("POST /v1/volumes", volume())).status).toBe(401);
      expect((await send("POST /api/v2/servers", {})).status).toBe(401);
    },
  },
  {
    spec: "5.5",
    words: "Rotation without downtime",
    holds: async (world) => {
      const old = client(world);
      const now = client(world);
      const statuses = [await old.send("GET /v1/instances"), await now.send("GET /v1/instances")];
      await world.ok(`DELETE /v1/api-keys/${old.id}`);
      statuses.push(await now.send("GET /v1/instances"));
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  },
  {
    spec: "5.5",
    words: "create a new key with the same permissions",
    holds: async ({ list, platform }) => {
      const permissions = { level: "Write", scopes: ["storage:read"] } as const;
      const ids = [platform.createKey(permissions).id, platform.createKey(permissions).id];
      expect(new Set(ids).size).toBe(2);
      expect((await list("GET /v1/api-keys")).map(({ id }) => id)).toEqual(
        expect.arrayContaining(ids),
      );
    },
  },
  {
    spec: "5.5",
    words: "switch clients",
    holds: async (world) => {
      await client(world).send("POST /api/v1/instances", container());
      const { send } = client(world);
      expect((await send("GET /api/v1/instances/web")).status).toBe(200);
    },
  },
  {
    spec: "5.5",
    words: "verify",
    holds: async (world) => {
      const [old, now] = [client(world), client(world)];
      for (const { send } of [old, now]) {
        expect((await send("GET /v1/instances")).status).toBe(200);
      }
    },
  },
  {
    spec: "5.5",
    words: "delete the old key",
    holds: async (world) => {
      const [old, now] = [client(world), client(world)];
      expect((await now.send(`DELETE /v1/api-keys/${old.id}`)).status).toBeLessThan(300);
      expect((await old.send("GET /v1/instances")).status).toBe(401);
      expect((await now.send("GET /v1/instances")).status).toBe(200);
    },
  },
  {
    spec: "5",
    words: "Mapping between the scope strings and the Read/Write/Admin levels: not shown.",
    settled: "scopes rule /api/v1 and /api/v2, levels /v1",
  },
  {
    spec: "5",
    words: "An API call that creates a key: not shown.",
    settled: "there is none: the operator makes keys",
  },
];

function newKey(platform: World["platform"]) {
  return platform.createKey({ level: "Admin", scopes: ["*"] });
}

/** Somebody with a key of whom its id is known. */
function client({ platform }: World) {
  const { id, key } = newKey(platform);
  return { id, send: sender(platform, key) };
}

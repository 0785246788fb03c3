import { expect } from "vitest";
import { sender } from "../support.ts";
import { volume } from "./bodies.ts";
import { type Clause, same, settled, tested } from "./clause.ts";
import type { World } from "./world.ts";

export const keyClauses: readonly Clause[] = [
  tested(
    "5.1",
    "Every request carries the header Authorization: Bearer <API_KEY>.",
    async ({ platform }) => {
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
  ),
  tested(
    "5.2",
    "Keys are created in the console (Settings or Account, then API Keys).",
    async ({ as, list }) => {
      await as({ name: "deploy" }).ok("GET /v1/instances");
      expect((await list("GET /v1/api-keys")).map(({ name }) => name)).toContain("deploy");
    },
  ),
  same(
    "5.2",
    "The key value is displayed once at creation.",
    "2.11: The key value is shown once, at creation.",
  ),
  same("5.3", "A key can have an expiry date", "2.11: optional expiry date"),
  same("5.3", "(optional)", "2.11: optional expiry date"),
  same("5.4", "Revoking a key (console", "5.4: every later request with it returns 401"),
  tested("5.4", "or DELETE on the key with an admin key)", async (world) => {
    const { id, send } = client(world);
    await world.as({ level: "Write" }).refused(`DELETE /v1/api-keys/${id}`);
    expect((await send("GET /v1/instances")).status).toBe(200);
    await world.as({ level: "Admin" }).ok(`DELETE /v1/api-keys/${id}`);
    expect((await send("GET /v1/instances")).status).toBe(401);
  }),
  tested("5.4", "takes effect immediately", async ({ list, platform, send }) => {
    // The first key is one like any other.
    const [first] = await list("GET /v1/api-keys");
    expect((await send(`DELETE /v1/api-keys/${first?.["id"]}`)).status).toBeLessThan(300);
    expect((await send("GET /v1/api-keys")).status).toBe(401);
    expect(platform.rootKey).not.toBe("");
  }),
  tested("5.4", "every later request with it returns 401", async (world) => {
    const { id, send } = client(world);
    world.platform.revokeKey(id);
    world.pass(86_400);
    const routes = ["GET /api/v1/instances", "GET /v1/instances", "DELETE /v1/volumes/vol_none"];
    for (const route of routes) expect((await send(route)).status, route).toBe(401);
    expect((await send("POST /v1/volumes", volume())).status).toBe(401);
    expect((await send("POST /api/v2/servers", {})).status).toBe(401);
  }),
  tested("5.5", "Rotation without downtime", async (world) => {
    const old = client(world);
    const now = client(world);
    const statuses = [await old.send("GET /v1/instances"), await now.send("GET /v1/instances")];
    await world.ok(`DELETE /v1/api-keys/${old.id}`);
    statuses.push(await now.send("GET /v1/instances"));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
  }),
  same("5.5", "create a new key with the same permissions", "5.5: Rotation without downtime"),
  same("5.5", "switch clients", "5.5: Rotation without downtime"),
  same("5.5", "verify", "5.5: Rotation without downtime"),
  same("5.5", "delete the old key", "5.5: Rotation without downtime"),
  settled(
    "5",
    "Mapping between the scope strings and the Read/Write/Admin levels: not shown.",
    "scopes rule /api/v1 and /api/v2, levels /v1",
  ),
  settled(
    "5",
    "An API call that creates a key: not shown.",
    "there is none: the operator makes keys",
  ),
];

function newKey(platform: World["platform"]) {
  return platform.createKey({ level: "Admin", scopes: ["*"] });
}

/** Somebody with a key of whom its id is known. */
function client({ platform }: World) {
  const { id, key } = newKey(platform);
  return { id, send: sender(platform, key) };
}

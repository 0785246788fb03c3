import { defaultAssumptions } from "../../../contract/assumptions.ts";
import type { KeyOptions } from "../../../platform/index.ts";
import { container, instance, invitation, server, volume } from "../clauses/bodies.ts";
import type { World } from "../clauses/world.ts";
import { asking, type Case } from "./refusal.ts";

const members = "/v1/projects/proj_default/members";
const other = "7: Other error codes or a machine-readable error code field: not shown.";

/** Who may not ask, what nobody can ask for, and bodies that are none. */
export const accessRefusals: readonly Case[] = [
  asking("errors.unknownRoute", "GET /nowhere"),
  asking("errors.unknownRoute", "GET /nowhere", undefined, { "errors.unknownRoute": "text" }),
  asking("errors.otherMethod", "PUT /v1/volumes", {}),
  asking("errors.otherMethod", "PUT /v1/volumes", {}, { "errors.otherMethod": 404 }),
  asking("2: All bodies are JSON", "POST /v1/volumes", "{"),
  asking("4.2: POST /volumes block volume (2.7)", "POST /v1/volumes", []),
  asking(other, "POST /v1/volumes", "[".repeat(101) + "]".repeat(101)),
  asking(other, "POST /v1/volumes", `"${"x".repeat(1024 * 1024)}"`),
  {
    by: "2: Content-Type: application/json on requests with a body",
    about: "a body of another type",
    play: ({ platform }) => raw(platform, { "content-type": "text/plain" }, "{}"),
  },
  {
    by: "bodies.encoding",
    about: "a body that is not UTF-8",
    play: ({ platform }) => {
      const body = Buffer.concat([
        Buffer.from('{"name":"'),
        Buffer.from([0xff]),
        Buffer.from('"}'),
      ]);
      return raw(platform, { "content-type": "application/json" }, body);
    },
  },
  {
    by: "5.1: Every request carries the header Authorization: Bearer <API_KEY>.",
    about: "no key",
    play: ({ platform }) => raw(platform, { authorization: "" }, "{}"),
  },
  {
    by: "7.3: Request with a revoked key: 401 Unauthorized.",
    about: "a revoked key",
    play: ({ platform }) => {
      const { id, key } = platform.createKey({ level: "Admin", scopes: [] });
      platform.revokeKey(id);
      return raw(platform, { authorization: `Bearer ${key}` }, "{}");
    },
  },
  {
    by: "5.3: A key can have an expiry date",
    about: "an expired key",
    play: ({ as, pass, platform }) => {
      const brief = as({ expiresAt: new Date(platform.clock.now() + 1_000) });
      pass(2);
      return brief.send("GET /v1/volumes");
    },
  },
  {
    by: "4.2: removes the member",
    about: "the key of a member who was removed",
    play: async (world) => {
      const member = await memberOf(world, "admin");
      const key = world.as({ member });
      await world.send(`DELETE ${members}/${member}`);
      return key.send("GET /v1/volumes");
    },
  },
  {
    by: "7.4: Rate limit exceeded: 429 Too Many Requests.",
    about: "one call too many",
    play: async ({ platform, send }) => {
      platform.configure({ ratePerMinute: 1 });
      await send("GET /api/v1/networks");
      return send("GET /api/v1/networks");
    },
  },
  ...[404, 403].map(
    (status): Case => ({
      by: "access.outside",
      about: `what belongs to another project: ${status}`,
      choices: { "access.outside": status === 404 ? 404 : 403 },
      play: async ({ as, id, platform }) => {
        const made = await id("POST /v1/volumes", volume());
        return as({ project: platform.createProject("other").id }).send(`GET /v1/volumes/${made}`);
      },
    }),
  ),
  ...keyRefusals(),
  ...roleRefusals(),
];

function keyRefusals(): readonly Case[] {
  const without = (
    by: Case["by"],
    key: Partial<KeyOptions>,
    ...sent: readonly [string, unknown?]
  ): Case => ({
    by,
    about: `${sent[0]} with a key that lacks something`,
    play: ({ as }) => as(key).send(...sent),
  });
  const none = { scopes: [] } as const;
  return [
    without("5: instances:read", none, "GET /api/v1/instances"),
    without("5: instances:write", none, "POST /api/v1/instances", container()),
    without("5: networks:read", none, "GET /api/v1/networks"),
    without("5: networks:write", none, "POST /api/v1/networks", {}),
    without("5: storage:read", none, "GET /api/v1/storage/buckets"),
    without("5: storage:write", none, "POST /api/v1/storage/buckets", {}),
    without("5: monitoring:read", none, "GET /api/v1/monitoring/metrics/web"),
    without("5: storage:read … list volumes", none, route("poolVolume.list")),
    without(
      "5: storage:write … and modify storage resources",
      none,
      route("poolVolume.update"),
      {},
    ),
    without("5: networks:write … and modify network resources", none, route("firewall.update"), {}),
    without("scopes.alertRule.create", none, "POST /api/v1/monitoring/alerts", {}),
    without("scopes.server.create", none, "POST /api/v2/servers", server()),
    {
      ...without("access.apiV2", { level: "Read" }, "POST /api/v2/servers", server()),
      choices: { "access.apiV2": "levels" },
    },
    without("5: Read GET requests only", { level: "Read" }, "POST /v1/instances", instance()),
    without("5: cannot manage API keys", { level: "Write" }, "DELETE /v1/api-keys/key_x"),
    without("5: team members", { level: "Write" }, `POST ${members}`, invitation()),
    {
      ...without("levels.apiKey.list", { level: "Write" }, "GET /v1/api-keys"),
      choices: { "levels.apiKey.list": "Admin" },
    },
  ];
}

function roleRefusals(): readonly Case[] {
  const acting = (by: Case["by"], role: string, ...sent: readonly [string, unknown?]): Case => ({
    by,
    about: `${sent[0]} as ${role}`,
    play: async (world) => world.as({ member: await memberOf(world, role) }).send(...sent),
  });
  return [
    acting("5: viewer read-only", "viewer", "POST /v1/volumes", volume()),
    acting("5: or manage members", "developer", `POST ${members}`, invitation()),
    acting("5: cannot delete resources", "developer", "DELETE /v1/volumes/vol_x"),
    acting("roles.developer.portForward.delete", "developer", "DELETE /api/v1/instances/web/ports"),
    acting("roles.developer.volume", "developer", "POST /v1/volumes", volume()),
    acting("roles.admin.members", "admin", `POST ${members}`, invitation("owner")),
    {
      ...acting("roles.admin.members", "admin", `POST ${members}`, invitation("viewer")),
      choices: { "roles.admin.members": "none" },
    },
    {
      ...acting("roles.admin.apiKeys", "admin", "DELETE /v1/api-keys/key_x"),
      choices: { "roles.admin.apiKeys": false },
    },
  ];
}

async function memberOf({ id, platform }: World, role: string): Promise<string> {
  const email = "joe@example.test";
  const member = await id(`POST ${members}`, { email, role });
  platform.acceptInvitation(email);
  return member;
}

function route(name: "poolVolume.list" | "poolVolume.update" | "firewall.update"): string {
  return defaultAssumptions[`routes.${name}`].replace(/\{\w+\}/g, "default");
}

function raw(
  platform: World["platform"],
  headers: Readonly<Record<string, string>>,
  body: string | Buffer<ArrayBuffer>,
): Promise<Response> {
  const sent = { authorization: `Bearer ${platform.rootKey}`, ...headers };
  return platform.fetch(
    new Request("http://platform.test/v1/volumes", { method: "POST", headers: sent, body }),
  );
}

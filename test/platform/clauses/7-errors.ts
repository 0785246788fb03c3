import { expect } from "vitest";
import { assumedRoutes } from "../../../contract/assumption-table.ts";
import { blockOf } from "./block.ts";
import { container, forward, server, volume } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import { expectError, type Thing } from "./world.ts";

const servers = "/api/v2/servers";
const ports = "/api/v1/instances/web/ports";

export const errorClauses: readonly Clause[] = [
  {
    spec: "7.1",
    words: "Error responses are JSON with one field error",
    holds: async ({ platform, send }) => {
      await send("POST /api/v1/instances", container());
      const replies = [
        await send("GET /v1/volumes/vol_unknown"),
        await send("POST /v1/volumes", {}),
        await send("POST /v1/volumes", "{"),
        await send("POST /api/v1/instances", container()),
        await send("GET /nowhere"),
        await send("GET /api/v1/nowhere"),
        await send("PUT /v1/volumes", volume()),
        await send("DELETE /api/v2/servers/unknown"),
      ];
      for (const reply of replies) {
        expect(reply.status).toBeGreaterThanOrEqual(400);
        expectError(reply);
      }
      const unknownKey = await platform.fetch(new Request("http://platform.test/v1/instances"));
      expect(await unknownKey.json()).toEqual({ error: expect.any(String) });
    },
  },
  {
    spec: "7.1",
    words: "a human-readable message naming the resource",
    holds: async ({ send }) => {
      const named = async (route: string, body?: unknown) => (await send(route, body)).body;
      expect(await named("GET /v1/volumes/vol_unknown")).toEqual(naming("vol_unknown"));
      expect(await named("GET /api/v1/instances/lost")).toEqual(naming("lost"));
      await send("POST /api/v1/instances", container("mine"));
      expect(await named("POST /api/v1/instances", container("mine"))).toEqual(naming("mine"));
    },
  },
  {
    spec: "7.2",
    words: "Unknown resource: HTTP 404 with error.",
    holds: async ({ ok, send }) => {
      await ok("POST /api/v1/instances", container());
      const requests: readonly (readonly [string, Thing?])[] = [
        ["GET /api/v1/instances/unknown"],
        ["POST /api/v1/instances/unknown/action", { action: "stop" }],
        ["DELETE /api/v1/instances/unknown"],
        ["GET /api/v1/instances/unknown/ports"],
        ["POST /api/v1/instances/unknown/ports", forward(20_000)],
        [`DELETE ${ports}?protocol=tcp&public_port=1`],
        ["POST /api/v1/storage/pools/unknown/volumes", { name: "a", config: { size: "1GiB" } }],
        ["GET /api/v1/monitoring/metrics/unknown"],
        ["GET /v1/images/img_unknown"],
        ["POST /v1/images/img_unknown/share", { project_ids: ["proj_default"] }],
        ["POST /v1/volumes/vol_unknown/attach", { instance_id: "inst_unknown" }],
        ["POST /v1/volumes/vol_unknown/detach"],
        ["PATCH /v1/volumes/vol_unknown", { size_gb: 10 }],
        ["POST /v1/floating-ips/fip_unknown/assign", { instance_id: "inst_unknown" }],
        ["POST /v1/floating-ips/fip_unknown/unassign"],
        ["DELETE /v1/api-keys/key_unknown"],
        ["POST /v1/projects/proj_unknown/members", { email: "a@b.test", role: "viewer" }],
        ["PATCH /v1/projects/proj_default/members/usr_unknown", { role: "viewer" }],
        ["DELETE /v1/projects/proj_default/members/usr_unknown"],
        ...assumedReadsAndDeletes.map((route) => [route] as const),
      ];
      for (const [route, body] of requests) {
        const reply = await send(route, body);
        expect(reply.status, route).toBe(404);
        expectError(reply);
      }
    },
  },
  {
    spec: "7.3",
    words: "Request with a revoked key: 401 Unauthorized.",
    holds: async ({ list, platform, send }) => {
      const [first] = await list("GET /v1/api-keys");
      platform.revokeKey(String(first?.["id"]));
      for (const route of ["GET /api/v1/instances", "GET /v1/instances", "GET /api/v2/servers"]) {
        const reply = await send(route);
        expect(reply.status).toBe(401);
        expectError(reply);
      }
    },
  },
  {
    spec: "7.4",
    words: "Rate limit exceeded: 429 Too Many Requests.",
    holds: async ({ send }) => {
      let reply = await send("GET /api/v1/instances");
      for (let sent = 1; sent < 61; sent += 1) reply = await send("GET /api/v1/instances");
      expect(reply.status).toBe(429);
      expectError(reply);
    },
  },
  {
    spec: "7.5",
    words: "Instance deletion while not stopped: refused",
    holds: async (world) => {
      await world.container();
      await world.refused("DELETE /api/v1/instances/web");
      expect(await world.ok("GET /api/v1/instances/web")).toMatchObject({ name: "web" });
    },
  },
  {
    spec: "7.5",
    words: "(status code and message not shown below)",
    notShown: "refusals.notStopped",
  },
  {
    spec: "7.6",
    words: "Dedicated IPv4 requested and none is free",
    holds: async ({ ok, platform, refused }) => {
      platform.configure({ dedicatedAllowance: 100 });
      const dedicated = (name: string) => ({ ...server(), name, network_access: "dedicated" });
      for (let at = 0; at < 64; at += 1) await ok(`POST ${servers}`, dedicated(`app${at}`));
      await refused(`POST ${servers}`, dedicated("one-more"));
    },
  },
  {
    spec: "7.6",
    words: "or the plan's allowance is reached",
    holds: async ({ platform, refused }) => {
      platform.configure({ dedicatedAllowance: 0 });
      await refused(`POST ${servers}`, { ...server(), network_access: "dedicated" });
    },
  },
  {
    spec: "7.6",
    words: "the request is refused and no server is created",
    holds: async ({ list, ok, platform, refused }) => {
      platform.configure({ dedicatedAllowance: 0 });
      await refused(`POST ${servers}`, { ...server(), network_access: "dedicated" });
      expect(await list(`GET ${servers}`)).toEqual([]);
      await ok(`POST ${servers}`, { ...server(), network_access: "shared" });
    },
  },
  {
    spec: "7.7",
    words: "Forwarding a public port to target port 25 is refused",
    holds: async (world) => {
      const { last } = blockOf(await world.container());
      await world.refused(`POST ${ports}`, { ...forward(last), target_port: 25 });
      await world.ok(`POST ${ports}`, { ...forward(last), target_port: 26 });
    },
  },
  {
    spec: "7.7",
    words: "unless mail has been enabled for the organization by support",
    holds: async (world) => {
      world.platform.configure({ mailEnabled: true });
      const { last } = blockOf(await world.container());
      await world.ok(`POST ${ports}`, { ...forward(last), target_port: 25 });
    },
  },
  {
    spec: "7.8",
    words: "A public port outside the caller's block is refused.",
    holds: async (world) => {
      const { first, last } = blockOf(await world.container());
      const other = blockOf(await world.container("other"));
      for (const port of [first - 1, last + 1, other.first, other.last, 1, 65_535]) {
        await world.refused(`POST ${ports}`, forward(port));
      }
    },
  },
  {
    spec: "7",
    words: "Status codes for rules 5, 6, 7 and 8: not shown.",
    notShown: "refusals.dedicated",
  },
  {
    spec: "7",
    words: "Other error codes or a machine-readable error code field: not shown.",
    notShown: "refusals.invalid",
  },
];

/** Routes that the text does not show, of one object each. */
const assumedReadsAndDeletes = Object.values(assumedRoutes).flatMap(({ value }) => {
  const isOfOne = /^(GET|DELETE) .*\{\w+\}$/.test(value);
  return isOfOne ? [value.replaceAll("{pool}", "default").replace(/\{\w+\}/g, "unknown")] : [];
});

function naming(what: string) {
  return { error: expect.stringContaining(what) };
}

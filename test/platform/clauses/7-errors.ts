import { expect } from "vitest";
import { assumedRoutes } from "../../../contract/assumption-table.ts";
import { blockOf } from "./block.ts";
import { container, forward, volume } from "./bodies.ts";
import { type Clause, notShown, same, tested } from "./clause.ts";
import { expectError, type Thing } from "./world.ts";

const ports = "/api/v1/instances/web/ports";

export const errorClauses: readonly Clause[] = [
  tested("7.1", "Error responses are JSON with one field error", async ({ platform, send }) => {
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
  }),
  tested("7.1", "a human-readable message naming the resource", async ({ send }) => {
    const named = async (route: string, body?: unknown) => (await send(route, body)).body;
    expect(await named("GET /v1/volumes/vol_unknown")).toEqual(naming("vol_unknown"));
    expect(await named("GET /api/v1/instances/lost")).toEqual(naming("lost"));
    await send("POST /api/v1/instances", container("mine"));
    expect(await named("POST /api/v1/instances", container("mine"))).toEqual(naming("mine"));
  }),
  tested("7.2", "Unknown resource: HTTP 404 with error.", async ({ ok, send }) => {
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
  }),
  same(
    "7.3",
    "Request with a revoked key: 401 Unauthorized.",
    "5.4: every later request with it returns 401",
  ),
  same(
    "7.4",
    "Rate limit exceeded: 429 Too Many Requests.",
    "8: Request rate 60 requests per minute",
  ),
  same(
    "7.5",
    "Instance deletion while not stopped: refused",
    "3: instance DELETE instance is stopped",
  ),
  notShown("7.5", "(status code and message not shown below)", "refusals.notStopped"),
  same("7.6", "Dedicated IPv4 requested and none is free", "3: a free address exists"),
  same(
    "7.6",
    "or the plan's allowance is reached",
    "3: the plan's holding allowance is not reached",
  ),
  same(
    "7.6",
    "the request is refused and no server is created",
    "3: otherwise the request is refused and no server is created",
  ),
  same(
    "7.7",
    "Forwarding a public port to target port 25 is refused",
    "8: Forwarding to port 25 refused unless mail enabled port forwards",
  ),
  same(
    "7.7",
    "unless mail has been enabled for the organization by support",
    "8: Forwarding to port 25 refused unless mail enabled port forwards",
  ),
  tested("7.8", "A public port outside the caller's block is refused.", async (world) => {
    const { first, last } = blockOf(await world.container());
    const other = blockOf(await world.container("other"));
    for (const port of [first - 1, last + 1, other.first, other.last, 1, 65_535]) {
      await world.refused(`POST ${ports}`, forward(port));
    }
  }),
  notShown("7", "Status codes for rules 5, 6, 7 and 8: not shown.", "refusals.dedicated"),
  notShown(
    "7",
    "Other error codes or a machine-readable error code field: not shown.",
    "refusals.invalid",
  ),
];

/** Routes that the text does not show, of one object each. */
const assumedReadsAndDeletes = Object.values(assumedRoutes).flatMap(({ value }) => {
  const isOfOne = /^(GET|DELETE) .*\{\w+\}$/.test(value);
  return isOfOne ? [value.replaceAll("{pool}", "default").replace(/\{\w+\}/g, "unknown")] : [];
});

function naming(what: string) {
  return { error: expect.stringContaining(what) };
}

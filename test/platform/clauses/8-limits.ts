import { expect } from "vitest";
import { blockOf } from "./block.ts";
import { forward } from "./bodies.ts";
import { type Clause, notShown, outside, same, settled, tested } from "./clause.ts";
import type { Caller, World } from "./world.ts";

const ports = "/api/v1/instances/web/ports";

export const limitClauses: readonly Clause[] = [
  tested("8", "Request rate 60 requests per minute", async (world) => {
    expect(await sendMany(world, "GET /api/v1/instances", 60)).toEqual({ 200: 60 });
    expect((await world.send("GET /api/v1/instances")).status).toBe(429);
    world.pass(60);
    expect(await sendMany(world, "GET /api/v1/instances", 60)).toEqual({ 200: 60 });
  }),
  tested("8", "per API key", async (world) => {
    await sendMany(world, "GET /api/v1/instances", 61);
    expect(await sendMany(world.as({}), "GET /api/v1/instances", 61)).toEqual({
      200: 60,
      429: 1,
    });
    expect((await world.send("GET /api/v1/instances")).status).toBe(429);
  }),
  tested("8", "/api/v1 prefix", async (world) => {
    expect(await sendMany(world, "GET /v1/instances", 70)).toEqual({ 200: 70 });
    expect(await sendMany(world, "GET /api/v2/servers", 70)).toEqual({ 200: 70 });
    expect(await sendMany(world, "GET /api/v1/networks", 61)).toEqual({ 200: 60, 429: 1 });
  }),
  tested("8", "Shared IPv4 port block 10 ports by default per server", async (world) => {
    const [one, other] = [
      blockOf(await world.server({ name: "a" })),
      blockOf(await world.server({ name: "b" })),
    ];
    expect([one.last - one.first, other.last - other.first]).toEqual([9, 9]);
    expect(other.first > one.last || other.last < one.first).toBe(true);
  }),
  same("8", "shared network access", "8: plus an IPv4 address of the caller's own with all ports"),
  same("8", "Server (target) port 1 to 65535 port forwards", "2.4: 1 to 65535"),
  tested("8", "Forwarding to port 25 refused unless mail enabled port forwards", async (world) => {
    const { last } = blockOf(await world.container());
    const mail = { ...forward(last), target_port: 25 };
    await world.refused(`POST ${ports}`, mail);
    world.platform.configure({ mailEnabled: true });
    await world.ok(`POST ${ports}`, mail);
  }),
  same(
    "8",
    "Volume size may only increase /v1 volumes and PATCH",
    "2.7: can only be increased after creation",
  ),
  same(
    "8",
    "Floating IP routing time within 5 seconds of assignment assign",
    "3: routed within 5 seconds",
  ),
  same("8", "Invitation validity 48 hours member invitations", "3: within 48 hours of invitation"),
  outside(
    "8",
    "Outbound bandwidth of load balancers 5 TB per month free load balancers",
    "the traffic of load balancers is not metered",
  ),
  same(
    "8",
    "Dedicated IPv4 holding depends on plan network_access = dedicated",
    "3: the plan's holding allowance is not reached",
  ),
  settled("8", "Rate limit on the other prefixes: not shown.", "they have none"),
  notShown("8", "Number of dedicated addresses per plan: not shown.", "dedicatedAllowance"),
  settled(
    "8",
    "Minimum, maximum and default volume sizes: not shown.",
    "the size is required, from 1 GB without an upper limit",
  ),
];

/** How many answers of each status came. */
async function sendMany({ send }: Caller | World, route: string, times: number) {
  const counts: Record<number, number> = {};
  for (let sent = 0; sent < times; sent += 1) {
    const { status } = await send(route);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

import { expect } from "vitest";
import { blockOf } from "./block.ts";
import { forward, invitation, server, volume } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import type { Caller, World } from "./world.ts";

const ports = "/api/v1/instances/web/ports";

export const limitClauses: readonly Clause[] = [
  {
    spec: "8",
    words: "Request rate 60 requests per minute",
    holds: async (world) => {
      expect(await sendMany(world, "GET /api/v1/instances", 60)).toEqual({ 200: 60 });
      expect((await world.send("GET /api/v1/instances")).status).toBe(429);
      world.pass(60);
      expect(await sendMany(world, "GET /api/v1/instances", 60)).toEqual({ 200: 60 });
    },
  },
  {
    spec: "8",
    words: "per API key",
    holds: async (world) => {
      await sendMany(world, "GET /api/v1/instances", 61);
      expect(await sendMany(world.as({}), "GET /api/v1/instances", 61)).toEqual({
        200: 60,
        429: 1,
      });
      expect((await world.send("GET /api/v1/instances")).status).toBe(429);
    },
  },
  {
    spec: "8",
    words: "/api/v1 prefix",
    holds: async (world) => {
      expect(await sendMany(world, "GET /v1/instances", 70)).toEqual({ 200: 70 });
      expect(await sendMany(world, "GET /api/v2/servers", 70)).toEqual({ 200: 70 });
      expect(await sendMany(world, "GET /api/v1/networks", 61)).toEqual({ 200: 60, 429: 1 });
    },
  },
  {
    spec: "8",
    words: "Shared IPv4 port block 10 ports by default per server",
    holds: async (world) => {
      const [one, other] = [
        blockOf(await world.server({ name: "a" })),
        blockOf(await world.server({ name: "b" })),
      ];
      expect([one.last - one.first, other.last - other.first]).toEqual([9, 9]);
      expect(other.first > one.last || other.last < one.first).toBe(true);
    },
  },
  {
    spec: "8",
    words: "shared network access",
    holds: async (world) => {
      const made = await world.server({ network_access: "dedicated" });
      expect(blockOf(made).first).toBeNaN();
    },
  },
  {
    spec: "8",
    words: "Server (target) port 1 to 65535 port forwards",
    holds: async (world) => {
      const { last } = blockOf(await world.container());
      await world.refused(`POST ${ports}`, { ...forward(last), target_port: 0 });
      await world.refused(`POST ${ports}`, { ...forward(last), target_port: 65_536 });
      await world.ok(`POST ${ports}`, { ...forward(last), target_port: 65_535 });
    },
  },
  {
    spec: "8",
    words: "Forwarding to port 25 refused unless mail enabled port forwards",
    holds: async (world) => {
      const { last } = blockOf(await world.container());
      const mail = { ...forward(last), target_port: 25 };
      await world.refused(`POST ${ports}`, mail);
      world.platform.configure({ mailEnabled: true });
      await world.ok(`POST ${ports}`, mail);
    },
  },
  {
    spec: "8",
    words: "Volume size may only increase /v1 volumes and PATCH",
    holds: async ({ id, ok, refused }) => {
      const path = `/v1/volumes/${await id("POST /v1/volumes", volume())}`;
      await ok(`PATCH ${path}`, { size_gb: 30 });
      await refused(`PATCH ${path}`, { size_gb: 29 });
      expect(await ok(`GET ${path}`)).toMatchObject({ size_gb: 30 });
    },
  },
  {
    spec: "8",
    words: "Floating IP routing time within 5 seconds of assignment assign",
    holds: async (world) => {
      const instance_id = await world.instance();
      const path = `/v1/floating-ips/${await world.id("POST /v1/floating-ips", { region: "eu" })}`;
      await world.ok(`POST ${path}/assign`, { instance_id });
      world.pass(5);
      expect(await world.ok(`GET ${path}`)).toMatchObject({ instance_id });
    },
  },
  {
    spec: "8",
    words: "Invitation validity 48 hours member invitations",
    holds: async ({ ok, pass, platform }) => {
      const invite = "POST /v1/projects/proj_default/members";
      await ok(invite, invitation());
      pass(48 * 3600 + 1);
      expect(() => platform.acceptInvitation(invitation().email)).toThrow();
      await ok(invite, { ...invitation(), email: "bob@example.test" });
      pass(48 * 3600 - 1);
      platform.acceptInvitation("bob@example.test");
    },
  },
  {
    spec: "8",
    words: "Outbound bandwidth of load balancers 5 TB per month free load balancers",
    outside: "the traffic of load balancers is not metered",
  },
  {
    spec: "8",
    words: "Dedicated IPv4 holding depends on plan network_access = dedicated",
    holds: async (world) => {
      const dedicated = (name: string) => ({ ...server(), name, network_access: "dedicated" });
      for (const dedicatedAllowance of [1, 3]) {
        world.platform.configure({ dedicatedAllowance });
        const held = (await world.list("GET /api/v2/servers")).length;
        for (let at = held; at < dedicatedAllowance; at += 1) {
          await world.ok("POST /api/v2/servers", dedicated(`app${at}`));
        }
        await world.refused("POST /api/v2/servers", dedicated("more"));
      }
    },
  },
  { spec: "8", words: "Rate limit on the other prefixes: not shown.", settled: "they have none" },
  {
    spec: "8",
    words: "Number of dedicated addresses per plan: not shown.",
    notShown: "dedicatedAllowance",
  },
  {
    spec: "8",
    words: "Minimum, maximum and default volume sizes: not shown.",
    settled: "the size is required, from 1 GB without an upper limit",
  },
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

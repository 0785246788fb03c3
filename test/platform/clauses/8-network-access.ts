import { expect } from "vitest";
import { blockOf } from "./block.ts";
import { container, forward } from "./bodies.ts";
import { type Clause, outside, tested } from "./clause.ts";
import { isIn } from "./world.ts";

const ports = "/api/v1/instances/web/ports";

export const networkAccessClauses: readonly Clause[] = [
  tested("8", "Shared: public IPv6", async (world) => {
    const { ipv6_addresses } = await world.server({ network_access: "shared" });
    expect(ipv6_addresses).toEqual([expect.stringContaining("::")]);
  }),
  tested("8", "plus a block of ports on the region's shared IPv4 address.", async (world) => {
    const one = blockOf(await world.server({ name: "a" }));
    const other = blockOf(await world.server({ name: "b" }));
    expect(one.address).toMatch(/^(\d{1,3}\.){3}\d{1,3}$/);
    expect(other.address).toBe(one.address);
  }),
  tested(
    "8",
    "The first port of the block is forwarded to port 22 of the server",
    async (world) => {
      const { first } = blockOf(await world.container());
      const [ssh] = await world.list(`GET ${ports}`);
      expect(ssh).toMatchObject({ protocol: "tcp", public_port: first, target_port: 22 });
      for (const protocol of ["tcp", "udp"]) {
        await world.refused(`POST ${ports}`, { ...forward(first), protocol });
      }
      await world.refused(`DELETE ${ports}?protocol=tcp&public_port=${first}`);
      expect(await world.list(`GET ${ports}`)).toEqual([ssh]);
    },
  ),
  tested(
    "8",
    "the other ports can be forwarded to any server port over TCP or UDP.",
    async (world) => {
      const { first, last } = blockOf(await world.container());
      for (let public_port = first + 1; public_port <= last; public_port += 1) {
        for (const protocol of ["tcp", "udp"]) {
          const target_port = public_port === last ? 22 : public_port;
          await world.ok(`POST ${ports}`, { protocol, public_port, target_port });
        }
      }
      expect((await world.list(`GET ${ports}`)).length).toBeGreaterThanOrEqual(18);
    },
  ),
  tested("8", "Ports 80 and 443 on IPv4 are not available.", async (world) => {
    const { first } = blockOf(await world.container());
    expect(first).toBeGreaterThan(443);
    await world.refused(`POST ${ports}`, forward(80));
    await world.refused(`POST ${ports}`, forward(443));
  }),
  tested("8", "Dedicated: public IPv6", async (world) => {
    const { ipv6_addresses } = await world.server({ network_access: "dedicated" });
    expect(ipv6_addresses).toEqual([expect.stringContaining("::")]);
  }),
  tested("8", "plus an IPv4 address of the caller's own with all ports", async (world) => {
    const shared = blockOf(await world.server({ name: "shared" })).address;
    const dedicated = [
      await world.server({ name: "a", network_access: "dedicated" }),
      await world.server({ name: "b", network_access: "dedicated" }),
    ];
    const addresses = dedicated.map(({ ipv4_address }) => ipv4_address);
    expect(new Set([shared, ...addresses]).size).toBe(3);
    expect(dedicated.map((made) => blockOf(made).first)).toEqual([Number.NaN, Number.NaN]);
  }),
  outside(
    "8",
    "the address is routed to the server, which must be configured to answer on it",
    "no traffic flows to the embedded platform's servers",
  ),
  outside(
    "8",
    "IPv6 reaches the server directly on every port with no filtering in front",
    "no traffic flows to the embedded platform's servers",
  ),
  outside(
    "8",
    "a firewall is the way to restrict it",
    "no traffic flows to the embedded platform's servers",
  ),
  tested("8", "If no public IPv6 is available in a region, the server has none.", async (world) => {
    const { region } = await world.server({ name: "before" });
    world.platform.configure({ regionsWithoutIpv6: [String(region ?? "local")] });
    const { ipv6_addresses } = await world.server();
    expect(ipv6_addresses).toEqual([]);
  }),
  outside(
    "8",
    "Forwarded ports start working once the server is running and has its address",
    "no packet passes until traffic is carried, and the platform shows no state of a port",
  ),
  tested("8", "usually within a minute of first start", async (world) => {
    await world.ok("POST /api/v1/instances", container());
    world.pass(60);
    const made = await world.ok("GET /api/v1/instances/web");
    expect(isIn("words.running", made)).toBe(true);
  }),
];

import { expect } from "vitest";
import { blockOf } from "./block.ts";
import { container, forward } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import { isIn } from "./world.ts";

const ports = "/api/v1/instances/web/ports";

export const networkAccessClauses: readonly Clause[] = [
  {
    spec: "8",
    words: "Shared: public IPv6",
    holds: async (world) => {
      const { ipv6_addresses } = await world.server({ network_access: "shared" });
      expect(ipv6_addresses).toEqual([expect.stringContaining("::")]);
    },
  },
  {
    spec: "8",
    words: "plus a block of ports on the region's shared IPv4 address.",
    holds: async (world) => {
      const one = blockOf(await world.server({ name: "a" }));
      const other = blockOf(await world.server({ name: "b" }));
      expect(one.address).toMatch(/^(\d{1,3}\.){3}\d{1,3}$/);
      expect(other.address).toBe(one.address);
    },
  },
  {
    spec: "8",
    words: "The first port of the block is forwarded to port 22 of the server",
    holds: async (world) => {
      const { first } = blockOf(await world.container());
      const [ssh] = await world.list(`GET ${ports}`);
      expect(ssh).toMatchObject({ protocol: "tcp", public_port: first, target_port: 22 });
      for (const protocol of ["tcp", "udp"]) {
        await world.refused(`POST ${ports}`, { ...forward(first), protocol });
      }
      await world.refused(`DELETE ${ports}?protocol=tcp&public_port=${first}`);
      expect(await world.list(`GET ${ports}`)).toEqual([ssh]);
    },
  },
  {
    spec: "8",
    words: "the other ports can be forwarded to any server port over TCP or UDP.",
    holds: async (world) => {
      const { first, last } = blockOf(await world.container());
      for (let public_port = first + 1; public_port <= last; public_port += 1) {
        for (const protocol of ["tcp", "udp"]) {
          const target_port = public_port === last ? 22 : public_port;
          await world.ok(`POST ${ports}`, { protocol, public_port, target_port });
        }
      }
      expect((await world.list(`GET ${ports}`)).length).toBeGreaterThanOrEqual(18);
    },
  },
  {
    spec: "8",
    words: "Ports 80 and 443 on IPv4 are not available.",
    holds: async (world) => {
      const { first } = blockOf(await world.container());
      expect(first).toBeGreaterThan(443);
      await world.refused(`POST ${ports}`, forward(80));
      await world.refused(`POST ${ports}`, forward(443));
    },
  },
  {
    spec: "8",
    words: "Dedicated: public IPv6",
    holds: async (world) => {
      const { ipv6_addresses } = await world.server({ network_access: "dedicated" });
      expect(ipv6_addresses).toEqual([expect.stringContaining("::")]);
    },
  },
  {
    spec: "8",
    words: "plus an IPv4 address of the caller's own with all ports",
    holds: async (world) => {
      const shared = blockOf(await world.server({ name: "shared" })).address;
      const dedicated = [
        await world.server({ name: "a", network_access: "dedicated" }),
        await world.server({ name: "b", network_access: "dedicated" }),
      ];
      const addresses = dedicated.map(({ ipv4_address }) => ipv4_address);
      expect(new Set([shared, ...addresses]).size).toBe(3);
      expect(dedicated.map((made) => blockOf(made).first)).toEqual([Number.NaN, Number.NaN]);
    },
  },
  {
    spec: "8",
    words: "the address is routed to the server, which must be configured to answer on it",
    outside: "no traffic flows to the embedded platform's servers",
  },
  {
    spec: "8",
    words: "IPv6 reaches the server directly on every port with no filtering in front",
    outside: "no traffic flows to the embedded platform's servers",
  },
  {
    spec: "8",
    words: "a firewall is the way to restrict it",
    outside: "no traffic flows to the embedded platform's servers",
  },
  {
    spec: "8",
    words: "If no public IPv6 is available in a region, the server has none.",
    holds: async (world) => {
      const { region } = await world.server({ name: "before" });
      world.platform.configure({ regionsWithoutIpv6: [String(region ?? "local")] });
      const { ipv6_addresses } = await world.server();
      expect(ipv6_addresses).toEqual([]);
    },
  },
  {
    spec: "8",
    words: "Forwarded ports start working once the server is running and has its address",
    outside: "no packet passes until traffic is carried, and the platform shows no state of a port",
  },
  {
    spec: "8",
    words: "usually within a minute of first start",
    holds: async (world) => {
      await world.ok("POST /api/v1/instances", container());
      world.pass(60);
      const made = await world.ok("GET /api/v1/instances/web");
      expect(isIn("words.running", made)).toBe(true);
    },
  },
];

import { expect } from "vitest";
import type { Bill } from "../../../platform/index.ts";
import { container, importedImage, instance, loadBalancer, server, volume } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import type { Thing, World } from "./world.ts";

const ips = "/v1/floating-ips";

/** What a whole month costs, whatever a part of one does. */
export const priceClauses: readonly Clause[] = [
  monthly("Dedicated IPv4 $2 per month by default", 200, dedicated),
  {
    spec: "8",
    words: "billed hourly (monthly price divided by 730",
    holds: async (world) => {
      await dedicated(world);
      // A tenth of 730 hours.
      world.pass(73 * 3600);
      expect(world.platform.bill().total).toBe(20);
    },
  },
  {
    spec: "8",
    words: "capped at the monthly price per month)",
    holds: async (world) => {
      await dedicated(world);
      // January has 744 hours, which would cost 2.04.
      expect(january(world).total).toBe(200);
    },
  },
  {
    spec: "8",
    words: "from assignment to the account until release",
    holds: async (world) => {
      const { ipv4_address } = await gone(world);
      world.pass(100 * 3600);
      const before = world.platform.bill().total;
      expect(before).toBeGreaterThanOrEqual(27);
      expect(world.platform.addresses().map(({ ip }) => ip)).toEqual([ipv4_address]);
      world.platform.releaseAddress(String(ipv4_address));
      expect(world.platform.addresses()).toEqual([]);
      expect(january(world).total).toBe(before);
    },
  },
  {
    spec: "8",
    words: "attached or not",
    holds: async (world) => {
      world.platform.configure({ dedicatedAllowance: 1 });
      const { ipv4_address } = await gone(world);
      const again = await world.server({ network_access: "dedicated" });
      expect(again).toMatchObject({ ipv4_address });
      expect(january(world).total).toBe(200);
    },
  },
  monthly("Floating IP free while assigned to a running instance", 0, async (world) => {
    await assigned(world);
  }),
  monthly("$2 per month when reserved and unassigned", 200, async ({ ok }) => {
    await ok(`POST ${ips}`, { region: "eu" });
  }),
  {
    spec: "8",
    words: "assigned to a running instance",
    holds: async (world) => {
      const address = await assigned(world);
      world.pass(3600);
      expect(world.platform.bill().total).toBe(0);
      await world.ok(`POST ${ips}/${address}/unassign`);
      world.pass(36 * 3600);
      expect(world.platform.bill().total).toBeGreaterThan(0);
    },
  },
  monthly("Block storage SSD $0.10 per GB per month", 2500, async (world) => {
    await storage(world);
  }),
  // 250 × 0.10 for the volume, and 250 × 0.02 for the snapshot.
  monthly("Volume snapshots $0.02 per GB per month", 2500 + 500, async (world) => {
    world.platform.snapshotVolume(await storage(world));
  }),
  monthly("Custom image storage $0.02 per GB per month", 60, async ({ platform, id }) => {
    platform.configure({ imageGb: 30 });
    await id("POST /v1/images/import", importedImage());
  }),
  {
    spec: "8",
    words: "gallery images free",
    holds: async (world) => {
      await world.instance();
      const { lines, unpriced } = january(world);
      expect(lines).toEqual([]);
      expect(JSON.stringify(unpriced)).not.toContain("image");
    },
  },
  monthly("Shared IPv4 ports and IPv6 included with every server", 0, async ({ ok }) => {
    await ok("POST /api/v2/servers", server());
    await ok("POST /api/v1/instances", container());
  }),
  monthly("Load balancers free", 0, async (world) => {
    await balancer(world);
  }),
  {
    spec: "8",
    words: "outbound bandwidth beyond the free amount is paid",
    holds: async (world) => {
      world.platform.meterTraffic(await balancer(world), 6e12);
      const { what } = { what: "", ...january(world).unpriced[0] };
      expect(what).toMatch(/^1 TB of outbound traffic .* its price is not shown$/);
    },
  },
];

/** What comes to so many cents when it is there all January. */
function monthly(words: string, cents: number, make: (world: World) => Promise<void>): Clause {
  return {
    spec: "8",
    words,
    holds: async (world) => {
      world.platform.configure({ bootSeconds: 0 });
      await make(world);
      expect(january(world).total).toBe(cents);
    },
  };
}

/** The bill of January, with which every world begins. */
function january({ platform }: World): Bill {
  platform.clock.jump(new Date("2026-02-01T00:00:00Z"));
  return platform.bill({ month: "2026-01" });
}

async function dedicated({ ok }: World): Promise<void> {
  await ok("POST /api/v2/servers", { ...server(), network_access: "dedicated" });
}

/** A floating IP on an instance that runs from the first moment; gives its id. */
async function assigned({ platform, id, ok }: World): Promise<string> {
  platform.configure({ bootSeconds: 0 });
  const instance_id = await id("POST /v1/instances", instance());
  const address = await id(`POST ${ips}`, { region: "eu" });
  await ok(`POST ${ips}/${address}/assign`, { instance_id });
  return address;
}

function storage({ id }: World): Promise<string> {
  return id("POST /v1/volumes", { ...volume(), size_gb: 250 });
}

function balancer({ id }: World): Promise<string> {
  return id("POST /v1/load-balancers", loadBalancer());
}

/** A server with a dedicated address that was deleted. */
async function gone(world: World): Promise<Thing> {
  const made = await world.server({ ...server(), network_access: "dedicated" });
  const path = `/api/v2/servers/${made["id"]}`;
  await world.ok(`POST ${path}/action`, { action: "stop" });
  world.pass(600);
  await world.ok(`DELETE ${path}`);
  world.pass(600);
  return made;
}

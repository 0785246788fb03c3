import { expect } from "vitest";
import { billedFor } from "../../../costs/estimate.ts";
import { type Declaration, estimate, prices, priceTable } from "../../../costs/index.ts";
import { server } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import type { Thing, World } from "./world.ts";

const running = { type: "compute:Instance", id: "inst_1", inputs: { desiredState: "running" } };
const stopped = { type: "compute:Instance", id: "inst_1", inputs: { desiredState: "stopped" } };
const address = { type: "network:FloatingIp", id: "fip_1", inputs: {} };
const assignment = {
  type: "network:FloatingIpAssignment",
  inputs: { floatingIpId: "fip_1", instanceId: "inst_1" },
};

export const priceClauses: readonly Clause[] = [
  price("Dedicated IPv4 $2 per month by default", 2, machine("dedicated")),
  {
    spec: "8",
    words: "billed hourly (monthly price divided by 730",
    holds: () => expect([billedFor(1, 730), billedFor(100, 730)]).toEqual([1, 100]),
  },
  {
    spec: "8",
    words: "capped at the monthly price per month)",
    holds: () => expect([billedFor(744, 2), billedFor(730, 2)]).toEqual([2, 2]),
  },
  {
    spec: "8",
    words: "from assignment to the account until release",
    holds: async (world) => {
      const { ipv4_address } = await gone(world);
      expect(world.platform.addresses().map(({ ip }) => ip)).toEqual([ipv4_address]);
      world.platform.releaseAddress(String(ipv4_address));
      expect(world.platform.addresses()).toEqual([]);
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
    },
  },
  price("Floating IP free while assigned to a running instance", 0, address, assignment, running),
  price("$2 per month when reserved and unassigned", 2, address),
  {
    spec: "8",
    words: "assigned to a running instance",
    holds: () => expect(estimate([address, assignment, stopped]).monthly).toBe(2),
  },
  price("Block storage SSD $0.10 per GB per month", 25, {
    type: "storage:Volume",
    inputs: { sizeGb: 250 },
  }),
  {
    spec: "8",
    words: "Volume snapshots $0.02 per GB per month",
    holds: () => expect(prices.volumeSnapshotPerGb).toBe(0.02),
  },
  {
    spec: "8",
    words: "Custom image storage $0.02 per GB per month",
    holds: () => {
      expect(prices.customImagePerGb).toBe(0.02);
      expect(priceTable["compute:ImportedImage"]?.about).toContain("$0.02 per GB and month");
    },
  },
  {
    spec: "8",
    words: "gallery images free",
    holds: () => {
      const about = JSON.stringify(estimate([{ ...running, inputs: { image: "debian/13" } }]));
      expect(about).not.toContain("image");
    },
  },
  price("Shared IPv4 ports and IPv6 included with every server", 0, machine("shared"), {
    type: "compute:PortForward",
    inputs: { targetPort: 80 },
  }),
  price("Load balancers free", 0, { type: "network:LoadBalancer", inputs: {} }),
  {
    spec: "8",
    words: "outbound bandwidth beyond the free amount is paid",
    holds: () => expect(priceTable["network:LoadBalancer"]?.about).toContain("is paid"),
  },
];

function price(words: string, monthly: number, ...declared: readonly Declaration[]): Clause {
  return { spec: "8", words, holds: () => expect(estimate(declared).monthly).toBe(monthly) };
}

function machine(networkAccess: string): Declaration {
  return { type: "compute:Server", inputs: { size: "small", networkAccess } };
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

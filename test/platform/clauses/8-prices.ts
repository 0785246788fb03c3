import { expect } from "vitest";
import { container, importedImage, instance, loadBalancer, server, volume } from "./bodies.ts";
import { type Clause, outside, tested } from "./clause.ts";
import type { Thing, World } from "./world.ts";

const ips = "/v1/floating-ips";
const byTheHour = "the bill is what a month costs, not what has been there for how long";

/** The monthly cost of everything that is there. */
export const priceClauses: readonly Clause[] = [
  monthly("Dedicated IPv4 $2 per month by default", 200, dedicated),
  outside("8", "billed hourly (monthly price divided by 730", byTheHour),
  outside("8", "capped at the monthly price per month)", byTheHour),
  tested("8", "from assignment to the account until release", async (world) => {
    const { ipv4_address } = await gone(world);
    expect(world.platform.bill().total).toBe(200);
    expect(world.platform.addresses().map(({ ip }) => ip)).toEqual([ipv4_address]);
    world.platform.releaseAddress(String(ipv4_address));
    expect(world.platform.addresses()).toEqual([]);
    expect(world.platform.bill().total).toBe(0);
  }),
  tested("8", "attached or not", async (world) => {
    world.platform.configure({ dedicatedAllowance: 1 });
    const { ipv4_address } = await gone(world);
    expect(world.platform.bill().total).toBe(200);
    const again = await world.server({ network_access: "dedicated" });
    expect(again).toMatchObject({ ipv4_address });
    expect(world.platform.bill().total).toBe(200);
  }),
  monthly("Floating IP free while assigned to a running instance", 0, async (world) => {
    await assigned(world);
  }),
  monthly("$2 per month when reserved and unassigned", 200, async ({ ok }) => {
    await ok(`POST ${ips}`, { region: "eu" });
  }),
  tested("8", "assigned to a running instance", async (world) => {
    const { address, instance_id } = await assigned(world);
    expect(world.platform.bill().total).toBe(0);
    await world.ok(`POST /v1/instances/${instance_id}/action`, { action: "stop" });
    expect(world.platform.bill().total).toBe(200);
    await world.ok(`POST ${ips}/${address}/unassign`);
    expect(world.platform.bill().total).toBe(200);
  }),
  monthly("Block storage SSD $0.10 per GB per month", 2500, async ({ id }) => {
    await id("POST /v1/volumes", { ...volume(), size_gb: 250 });
  }),
  outside(
    "8",
    "Volume snapshots $0.02 per GB per month",
    "the API's specification shows no endpoint that takes a snapshot of a volume",
  ),
  tested("8", "Custom image storage $0.02 per GB per month", async (world) => {
    await world.id("POST /v1/images/import", importedImage());
    const [image] = world.platform.bill().unpriced;
    expect(image?.what).toBe("$0.02 per GB and month, but its size is not shown");
  }),
  tested("8", "gallery images free", async (world) => {
    await world.instance();
    const { lines, unpriced } = world.platform.bill();
    expect(lines).toEqual([]);
    expect(JSON.stringify(unpriced)).not.toContain("image");
  }),
  monthly("Shared IPv4 ports and IPv6 included with every server", 0, async ({ ok }) => {
    await ok("POST /api/v2/servers", server());
    await ok("POST /api/v1/instances", container());
  }),
  monthly("Load balancers free", 0, async ({ id }) => {
    await id("POST /v1/load-balancers", loadBalancer());
  }),
  outside(
    "8",
    "outbound bandwidth beyond the free amount is paid",
    "the traffic of load balancers is not metered",
  ),
];

/** Objects that cost so many cents a month. */
function monthly(words: string, cents: number, make: (world: World) => Promise<void>): Clause {
  return tested("8", words, async (world) => {
    await make(world);
    expect(world.platform.bill().total).toBe(cents);
  });
}

async function dedicated({ ok }: World): Promise<void> {
  await ok("POST /api/v2/servers", { ...server(), network_access: "dedicated" });
}

/** A floating IP on an instance that runs from the first moment. */
async function assigned({ platform, id, ok }: World) {
  platform.configure({ bootSeconds: 0 });
  const instance_id = await id("POST /v1/instances", instance());
  const address = await id(`POST ${ips}`, { region: "eu" });
  await ok(`POST ${ips}/${address}/assign`, { instance_id });
  return { address, instance_id };
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

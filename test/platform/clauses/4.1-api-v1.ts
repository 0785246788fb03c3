import { expect } from "vitest";
import { defaultAssumptions } from "../../../contract/assumptions.ts";
import { blockOf } from "./block.ts";
import { alertRule, bucket, container, firewall, forward, network, poolVolume } from "./bodies.ts";
import { type Clause, same, tested } from "./clause.ts";
import { answering, listing, removing } from "./endpoint.ts";
import type { World } from "./world.ts";

const instances = "/api/v1/instances";
const ports = `${instances}/web/ports`;

export const apiV1Clauses: readonly Clause[] = [
  listing(
    ["4.1", "GET /instances none list of instances of the current organization"],
    async () => [`POST ${instances}`, container()],
    `GET ${instances}`,
  ),
  answering(
    ["4.1", "POST /instances instance (2.1) created instance"],
    async () => [`POST ${instances}`, container()],
    () => container(),
  ),
  answering(
    ["4.1", "GET /instances/{name} none instance detail: status, IP addresses, resource usage"],
    async (world) => {
      await world.container();
      return [`GET ${instances}/web`];
    },
    () => ({ name: "web", status: expect.any(String), ipv6_addresses: expect.any(Array) }),
  ),
  tested("4.1", "action is start, stop, restart, freeze, unfreeze", async (world) => {
    await world.container();
    for (const action of ["delete", "STOP", "", 7]) {
      await world.refused(`POST ${instances}/web/action`, { action });
    }
    for (const action of ["restart", "freeze", "unfreeze", "stop", "start"]) {
      await world.ok(`POST ${instances}/web/action`, { action });
      world.pass(600);
    }
  }),
  tested("4.1", "POST /instances/{name}/action {action} … result of the action", async (world) => {
    await world.container();
    const result = await world.ok(`POST ${instances}/web/action`, { action: "stop" });
    expect(result).toMatchObject({ name: "web" });
  }),
  removing(
    ["4.1", "DELETE /instances/{name} none deletes"],
    async (world) => {
      await world.container();
      await world.ok(`POST ${instances}/web/action`, { action: "stop" });
      world.pass(600);
      return [`DELETE ${instances}/web`];
    },
    async ({ send }) => expect((await send(`GET ${instances}/web`)).status).toBe(404),
  ),
  same("4.1", "instance must be stopped", "3: instance DELETE instance is stopped"),
  tested("4.1", "GET /instances/{name}/ports none list of port forwards", async (world) => {
    const { last } = blockOf(await world.container());
    await world.ok(`POST ${ports}`, forward(last));
    expect(await world.list(`GET ${ports}`)).toContainEqual(expect.objectContaining(forward(last)));
  }),
  answering(
    ["4.1", "POST /instances/{name}/ports port forward (2.4) created forward"],
    async (world) => {
      const { last } = blockOf(await world.container());
      return [`POST ${ports}`, { ...forward(last), description: "site" }];
    },
    (sent) => sent,
  ),
  tested("4.1", "DELETE /instances/{name}/ports query: protocol, public_port", async (world) => {
    const { last } = await forwarded(world);
    await world.refused(`DELETE ${ports}`);
    await world.ok(`DELETE ${ports}?protocol=tcp&public_port=${last}`);
  }),
  tested("4.1", "removes that forward", async (world) => {
    const { last } = await forwarded(world);
    await world.ok(`POST ${ports}`, { ...forward(last), protocol: "udp" });
    await world.ok(`DELETE ${ports}?protocol=tcp&public_port=${last}`);
    const left = (await world.list(`GET ${ports}`)).filter((one) => one["public_port"] === last);
    expect(left).toMatchObject([{ protocol: "udp" }]);
  }),
  listing(
    ["4.1", "GET /networks none list of networks"],
    async () => ["POST /api/v1/networks", network()],
    "GET /api/v1/networks",
  ),
  answering(
    ["4.1", "POST /networks network (2.5) created private network"],
    async () => ["POST /api/v1/networks", network()],
    () => network(),
  ),
  listing(
    ["4.1", "GET /firewalls none list of firewall policies"],
    async () => ["POST /api/v1/firewalls", firewall()],
    "GET /api/v1/firewalls",
  ),
  answering(
    ["4.1", "POST /firewalls firewall policy with inbound and outbound rules created policy"],
    async () => ["POST /api/v1/firewalls", firewall()],
    () => firewall(),
  ),
  tested("4.1", "GET /storage/pools none list of pools", async ({ list }) => {
    const pools = await list("GET /api/v1/storage/pools");
    expect(pools.map(({ name }) => name)).toContain("default");
  }),
  answering(
    ["4.1", "POST /storage/pools/{pool}/volumes volume (2.6) created volume"],
    async () => ["POST /api/v1/storage/pools/default/volumes", poolVolume()],
    () => poolVolume(),
  ),
  listing(
    ["4.1", "GET /storage/buckets none list of buckets"],
    async () => ["POST /api/v1/storage/buckets", bucket()],
    "GET /api/v1/storage/buckets",
  ),
  answering(
    ["4.1", "POST /storage/buckets bucket definition S3-compatible endpoint and credentials"],
    async () => ["POST /api/v1/storage/buckets", bucket()],
    () => ({
      [defaultAssumptions["fields.bucketEndpoint"]]: expect.stringMatching(/^https:/),
      [defaultAssumptions["fields.bucketAccessKey"]]: expect.any(String),
      [defaultAssumptions["fields.bucketSecretKey"]]: expect.any(String),
    }),
  ),
  tested(
    "4.1",
    "GET /monitoring/metrics/{name} none current CPU, memory and disk metrics of the named instance",
    async (world) => {
      await world.container();
      const text = JSON.stringify(await world.ok("GET /api/v1/monitoring/metrics/web"));
      for (const metric of ["cpu", "memory", "disk"]) expect(text).toContain(metric);
      expect((await world.send("GET /api/v1/monitoring/metrics/other")).status).toBe(404);
    },
  ),
  listing(
    ["4.1", "GET /monitoring/alerts none alert rules of the organization"],
    async () => ["POST /api/v1/monitoring/alerts", alertRule()],
    "GET /api/v1/monitoring/alerts",
  ),
  answering(
    ["4.1", "POST /monitoring/alerts alert rule (2.10) created rule"],
    async () => ["POST /api/v1/monitoring/alerts", alertRule()],
    () => alertRule(),
  ),
];

async function forwarded(world: World) {
  const block = blockOf(await world.container());
  await world.ok(`POST ${ports}`, forward(block.last));
  return block;
}

import { expect } from "vitest";
import { container, firewall, invitation, network, server, volume } from "./bodies.ts";
import { type Clause, outside, same, tested } from "./clause.ts";
import type { Caller, World } from "./world.ts";

const members = "/v1/projects/proj_default/members";

export const roleClauses: readonly Clause[] = [
  tested("5", "owner full access", async (world) => {
    const owner = await member(world, "owner");
    const id = await owner.id("POST /v1/volumes", volume());
    await owner.ok(`PATCH /v1/volumes/${id}`, { size_gb: 20 });
    await owner.ok(`DELETE /v1/volumes/${id}`);
    await owner.ok("POST /api/v1/networks", network());
  }),
  outside(
    "5",
    "billing, deleting the account",
    "the API's specification shows no endpoint of billing or of the account",
  ),
  tested("5", "managing all members", async (world) => {
    const owner = await member(world, "owner");
    const id = await owner.id(`POST ${members}`, invitation("admin"));
    await owner.ok(`PATCH ${members}/${id}`, { role: "viewer" });
    await owner.ok(`DELETE ${members}/${id}`);
  }),
  tested("5", "admin full resource access in a project", async (world) => {
    const admin = await member(world, "admin");
    const id = await admin.id("POST /v1/volumes", volume());
    await admin.ok(`DELETE /v1/volumes/${id}`);
    await admin.ok("POST /api/v1/networks", network());
    const elsewhere = world.platform.createProject("other").id;
    const foreign = await world.as({ project: elsewhere }).id("POST /v1/volumes", volume("b"));
    expect((await admin.send(`GET /v1/volumes/${foreign}`)).status).toBeOneOf([403, 404]);
  }),
  outside(
    "5",
    "no billing, cannot delete the project",
    "the API's specification shows no endpoint of billing, and none that deletes a project",
  ),
  tested("5", "developer create/start/stop instances", async (world) => {
    const { ok } = await member(world, "developer");
    await ok("POST /api/v1/instances", container());
    world.pass(600);
    for (const action of ["stop", "start"]) {
      await ok("POST /api/v1/instances/web/action", { action });
      world.pass(600);
    }
    await ok("POST /api/v2/servers", server());
  }),
  tested("5", "manage networking", async (world) => {
    const { ok } = await member(world, "developer");
    await ok("POST /api/v1/networks", network());
    await ok("POST /api/v1/firewalls", firewall());
    await ok("POST /v1/floating-ips", { region: "eu" });
  }),
  outside("5", "and SSH keys", "the API's specification shows no endpoint of SSH keys"),
  tested("5", "cannot delete resources", async (world) => {
    const developer = await member(world, "developer");
    await world.container();
    await world.ok("POST /api/v1/instances/web/action", { action: "stop" });
    world.pass(600);
    await developer.refused("DELETE /api/v1/instances/web");
    const id = await world.id("POST /v1/volumes", volume());
    await developer.refused(`DELETE /v1/volumes/${id}`);
  }),
  tested("5", "or manage members", async (world) => {
    const developer = await member(world, "developer");
    await developer.refused(`POST ${members}`, invitation("viewer"));
    const [first] = await world.list(`GET ${members}`);
    await developer.refused(`PATCH ${members}/${first?.["id"]}`, { role: "admin" });
    await developer.refused(`DELETE ${members}/${first?.["id"]}`);
  }),
  tested("5", "viewer read-only", async (world) => {
    const viewer = await member(world, "viewer");
    await viewer.refused("POST /v1/volumes", volume());
    await viewer.refused("POST /api/v1/networks", network());
    await viewer.refused("POST /api/v2/servers", server());
    const id = await world.id("POST /v1/volumes", volume());
    await viewer.refused(`PATCH /v1/volumes/${id}`, { size_gb: 20 });
    await viewer.refused(`DELETE /v1/volumes/${id}`);
  }),
  tested("5", "all resources", async (world) => {
    const viewer = await member(world, "viewer");
    await world.container();
    const id = await world.id("POST /v1/volumes", volume());
    await viewer.ok(`GET /v1/volumes/${id}`);
    await viewer.ok("GET /api/v1/instances/web");
    for (const path of ["networks", "firewalls", "storage/pools", "storage/buckets"]) {
      await viewer.list(`GET /api/v1/${path}`);
    }
  }),
  tested("5", "metrics, logs", async (world) => {
    const viewer = await member(world, "viewer");
    await world.container();
    await viewer.ok("GET /api/v1/monitoring/metrics/web");
  }),
  outside("5", "logs", "the API's specification shows no endpoint of logs"),
  outside(
    "5",
    "Owners can require two-factor authentication of all members of a project.",
    "people sign in on the console, which the embedded platform has none of",
  ),
  outside(
    "5",
    "Invitations are sent by e-mail",
    "nothing leaves the machine: the operator accepts in the invited person's place",
  ),
  same("5", "and expire after 48 hours", "3: within 48 hours of invitation"),
];

/** Somebody with a key of a member who has accepted; the key itself may do everything. */
async function member(world: World, role: string): Promise<Caller> {
  const email = `${role}@example.test`;
  const id = await world.id(`POST ${members}`, { email, role });
  world.platform.acceptInvitation(email);
  return world.as({ member: id });
}

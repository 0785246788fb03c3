import { expect } from "vitest";
import { container, firewall, invitation, network, server, volume } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import { type Caller, isIn, type World } from "./world.ts";

const members = "/v1/projects/proj_default/members";

export const roleClauses: readonly Clause[] = [
  {
    spec: "5",
    words: "owner full access",
    holds: async (world) => {
      const owner = await member(world, "owner");
      const id = await owner.id("POST /v1/volumes", volume());
      await owner.ok(`PATCH /v1/volumes/${id}`, { size_gb: 20 });
      await owner.ok(`DELETE /v1/volumes/${id}`);
      await owner.ok("POST /api/v1/networks", network());
    },
  },
  {
    spec: "5",
    words: "billing, deleting the account",
    outside: "the API's specification shows no endpoint of billing or of the account",
  },
  {
    spec: "5",
    words: "managing all members",
    holds: async (world) => {
      const owner = await member(world, "owner");
      const id = await owner.id(`POST ${members}`, invitation("admin"));
      await owner.ok(`PATCH ${members}/${id}`, { role: "viewer" });
      await owner.ok(`DELETE ${members}/${id}`);
    },
  },
  {
    spec: "5",
    words: "admin full resource access in a project",
    holds: async (world) => {
      const admin = await member(world, "admin");
      const id = await admin.id("POST /v1/volumes", volume());
      await admin.ok(`DELETE /v1/volumes/${id}`);
      await admin.ok("POST /api/v1/networks", network());
      const elsewhere = world.platform.createProject("other").id;
      const foreign = await world.as({ project: elsewhere }).id("POST /v1/volumes", volume("b"));
      expect((await admin.send(`GET /v1/volumes/${foreign}`)).status).toBeOneOf([403, 404]);
    },
  },
  {
    spec: "5",
    words: "no billing, cannot delete the project",
    outside:
      "the API's specification shows no endpoint of billing, and none that deletes a project",
  },
  {
    spec: "5",
    words: "developer create/start/stop instances",
    holds: async (world) => {
      const { ok } = await member(world, "developer");
      await ok("POST /api/v1/instances", container());
      world.pass(600);
      for (const action of ["stop", "start"]) {
        await ok("POST /api/v1/instances/web/action", { action });
        world.pass(600);
      }
      await ok("POST /api/v2/servers", server());
    },
  },
  {
    spec: "5",
    words: "manage networking",
    holds: async (world) => {
      const { ok } = await member(world, "developer");
      await ok("POST /api/v1/networks", network());
      await ok("POST /api/v1/firewalls", firewall());
      await ok("POST /v1/floating-ips", { region: "eu" });
    },
  },
  {
    spec: "5",
    words: "and SSH keys",
    outside: "the API's specification shows no endpoint of SSH keys",
  },
  {
    spec: "5",
    words: "cannot delete resources",
    holds: async (world) => {
      const developer = await member(world, "developer");
      await world.container();
      await world.ok("POST /api/v1/instances/web/action", { action: "stop" });
      world.pass(600);
      await developer.refused("DELETE /api/v1/instances/web");
      const id = await world.id("POST /v1/volumes", volume());
      await developer.refused(`DELETE /v1/volumes/${id}`);
    },
  },
  {
    spec: "5",
    words: "or manage members",
    holds: async (world) => {
      const developer = await member(world, "developer");
      await developer.refused(`POST ${members}`, invitation("viewer"));
      const [first] = await world.list(`GET ${members}`);
      await developer.refused(`PATCH ${members}/${first?.["id"]}`, { role: "admin" });
      await developer.refused(`DELETE ${members}/${first?.["id"]}`);
    },
  },
  {
    spec: "5",
    words: "viewer read-only",
    holds: async (world) => {
      const viewer = await member(world, "viewer");
      await viewer.refused("POST /v1/volumes", volume());
      await viewer.refused("POST /api/v1/networks", network());
      await viewer.refused("POST /api/v2/servers", server());
      const id = await world.id("POST /v1/volumes", volume());
      await viewer.refused(`PATCH /v1/volumes/${id}`, { size_gb: 20 });
      await viewer.refused(`DELETE /v1/volumes/${id}`);
    },
  },
  {
    spec: "5",
    words: "all resources",
    holds: async (world) => {
      const viewer = await member(world, "viewer");
      await world.container();
      const id = await world.id("POST /v1/volumes", volume());
      await viewer.ok(`GET /v1/volumes/${id}`);
      await viewer.ok("GET /api/v1/instances/web");
      for (const path of ["networks", "firewalls", "storage/pools", "storage/buckets"]) {
        await viewer.list(`GET /api/v1/${path}`);
      }
    },
  },
  {
    spec: "5",
    words: "metrics, logs",
    holds: async (world) => {
      const viewer = await member(world, "viewer");
      await world.container();
      await viewer.ok("GET /api/v1/monitoring/metrics/web");
    },
  },
  { spec: "5", words: "logs", outside: "the API's specification shows no endpoint of logs" },
  {
    spec: "5",
    words: "Owners can require two-factor authentication of all members of a project.",
    outside: "people sign in on the console, which the embedded platform has none of",
  },
  {
    spec: "5",
    words: "Invitations are sent by e-mail",
    outside: "nothing leaves the machine: the operator accepts in the invited person's place",
  },
  {
    spec: "5",
    words: "and expire after 48 hours",
    holds: async ({ list, ok, pass, platform }) => {
      await ok(`POST ${members}`, invitation());
      pass(48 * 3600 + 1);
      expect(() => platform.acceptInvitation(invitation().email)).toThrow();
      const [shown] = await list(`GET ${members}`);
      expect(shown === undefined || isIn("words.expired", shown)).toBe(true);
    },
  },
];

/** Somebody with a key of a member who has accepted; the key itself may do everything. */
async function member(world: World, role: string): Promise<Caller> {
  const email = `${role}@example.test`;
  const id = await world.id(`POST ${members}`, { email, role });
  world.platform.acceptInvitation(email);
  return world.as({ member: id });
}

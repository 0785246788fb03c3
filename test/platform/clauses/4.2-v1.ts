import { expect } from "vitest";
import {
  certificate,
  image,
  importedImage,
  instance,
  invitation,
  loadBalancer,
  volume,
} from "./bodies.ts";
import { type Clause, same } from "./clause.ts";
import { answering, listing, removing } from "./endpoint.ts";
import type { World } from "./world.ts";

const members = "/v1/projects/proj_default/members";

export const v1Clauses: readonly Clause[] = [
  listing(
    ["4.2", "GET /instances none list of instances"],
    async () => ["POST /v1/instances", instance()],
    "GET /v1/instances",
  ),
  answering(
    ["4.2", "POST /instances instance (2.2) created instance"],
    async () => ["POST /v1/instances", instance()],
    (sent) => ({ ...sent, id: expect.stringMatching(/^inst_/) }),
  ),
  answering(
    ["4.2", "POST /images image from snapshot (2.7a) created private image"],
    async (world) => ["POST /v1/images", image(await world.instance())],
    ({ name }) => ({ name, id: expect.stringMatching(/^img_/) }),
  ),
  answering(
    ["4.2", "POST /images/import import body (2.7a) image being imported"],
    async () => ["POST /v1/images/import", importedImage()],
    ({ name }) => ({ name, id: expect.stringMatching(/^img_/) }),
  ),
  answering(
    ["4.2", "GET /images/{image_id} none image including import status"],
    async ({ id }) => [`GET /v1/images/${await id("POST /v1/images/import", importedImage())}`],
    () => ({ name: "golden", status: expect.stringMatching(/\S/) }),
  ),
  answering(
    ["4.2", "POST /images/{image_id}/share {project_ids} shared image"],
    async (world) => {
      const id = await world.id("POST /v1/images/import", importedImage());
      world.pass(600);
      const project = world.platform.createProject("shop").id;
      return [`POST /v1/images/${id}/share`, { project_ids: [project] }];
    },
    ({ project_ids }) => ({ name: "golden", project_ids }),
  ),
  answering(
    ["4.2", "POST /volumes block volume (2.7) created volume"],
    async () => ["POST /v1/volumes", volume()],
    (sent) => ({ ...sent, id: expect.stringMatching(/^vol_/) }),
  ),
  answering(
    ["4.2", "POST /volumes/{volume_id}/attach {instance_id} attached volume"],
    async (world) => {
      const id = await world.id("POST /v1/volumes", volume());
      return [`POST /v1/volumes/${id}/attach`, { instance_id: await world.instance() }];
    },
    ({ instance_id }) => ({ name: "data", instance_id }),
  ),
  answering(
    ["4.2", "POST /volumes/{volume_id}/detach none detached volume"],
    async (world) => {
      const id = await world.id("POST /v1/volumes", volume());
      await world.ok(`POST /v1/volumes/${id}/attach`, { instance_id: await world.instance() });
      return [`POST /v1/volumes/${id}/detach`];
    },
    () => ({ name: "data", instance_id: null }),
  ),
  answering(
    ["4.2", "PATCH /volumes/{volume_id} {size_gb} … resized volume"],
    async ({ id }) => [
      `PATCH /v1/volumes/${await id("POST /v1/volumes", volume())}`,
      { size_gb: 20 },
    ],
    () => ({ name: "data", size_gb: 20 }),
  ),
  same("4.2", "(larger than current)", "2.7: can only be increased after creation"),
  answering(
    ["4.2", "POST /floating-ips {region} floating IP (2.8) with instance_id null"],
    async () => ["POST /v1/floating-ips", { region: "eu" }],
    () => ({
      id: expect.stringMatching(/^fip_/),
      ip: expect.stringMatching(/^(\d{1,3}\.){3}\d{1,3}$/),
      region: "eu",
      instance_id: null,
    }),
  ),
  answering(
    ["4.2", "POST /floating-ips/{id}/assign {instance_id} assigned floating IP"],
    async (world) => {
      const id = await world.id("POST /v1/floating-ips", { region: "eu" });
      return [`POST /v1/floating-ips/${id}/assign`, { instance_id: await world.instance() }];
    },
    ({ instance_id }) => ({ region: "eu", instance_id }),
  ),
  answering(
    ["4.2", "POST /floating-ips/{id}/unassign none unassigned floating IP"],
    async (world) => {
      const id = await world.id("POST /v1/floating-ips", { region: "eu" });
      await world.ok(`POST /v1/floating-ips/${id}/assign`, { instance_id: await world.instance() });
      return [`POST /v1/floating-ips/${id}/unassign`];
    },
    () => ({ region: "eu", instance_id: null }),
  ),
  answering(
    ["4.2", "POST /load-balancers load balancer (2.9) created load balancer"],
    async (world) => ["POST /v1/load-balancers", loadBalancer(await world.instance())],
    (sent) => sent,
  ),
  answering(
    ["4.2", "POST /certificates certificate (2.9) created certificate with id"],
    async () => ["POST /v1/certificates", certificate()],
    ({ name }) => ({ name, id: expect.stringMatching(/^cert_/) }),
  ),
  removing(
    ["4.2", "DELETE /api-keys/{key_id} none revokes the key"],
    async ({ platform }) => {
      const { id } = platform.createKey({ name: "old", level: "Read", scopes: [] });
      return [`DELETE /v1/api-keys/${id}`];
    },
    async ({ list }) => expect(await list("GET /v1/api-keys")).toHaveLength(1),
  ),
  same("4.2", "(admin key required)", "5.4: or DELETE on the key with an admin key)"),
  answering(
    ["4.2", "POST /projects/{project_id}/members {email, role} invitation/member"],
    async () => [`POST ${members}`, invitation()],
    (sent) => sent,
  ),
  answering(
    ["4.2", "PATCH /projects/{project_id}/members/{member_id} {role} updated member"],
    async (world) => [`PATCH ${members}/${await member(world)}`, { role: "viewer" }],
    () => ({ ...invitation(), role: "viewer" }),
  ),
  removing(
    ["4.2", "DELETE /projects/{project_id}/members/{member_id} none removes the member"],
    async (world) => [`DELETE ${members}/${await member(world)}`],
    async ({ list }) => expect(await list(`GET ${members}`)).toEqual([]),
  ),
];

async function member({ id, platform }: World): Promise<string> {
  const made = await id(`POST ${members}`, invitation());
  platform.acceptInvitation(invitation().email);
  return made;
}

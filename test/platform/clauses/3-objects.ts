import { expect } from "vitest";
import { importedImage, invitation, volume } from "./bodies.ts";
import { type Clause, outside, same, tested } from "./clause.ts";
import { isIn, type World } from "./world.ts";

const members = "/v1/projects/proj_default/members";

export const objectStateClauses: readonly Clause[] = [
  tested("3", "volume attach (with instance_id)", async (world) => {
    const path = `POST /v1/volumes/${await world.id("POST /v1/volumes", volume())}/attach`;
    await world.refused(path, {});
    expect((await world.send(path, { instance_id: "inst_unknown" })).status).toBe(404);
    await world.ok(path, { instance_id: await world.instance() });
  }),
  same(
    "3",
    "attached to that instance",
    "4.2: POST /volumes/{volume_id}/attach {instance_id} attached volume",
  ),
  same(
    "3",
    "volume detach detached (unattached)",
    "4.2: POST /volumes/{volume_id}/detach none detached volume",
  ),
  tested("3", "can then be attached to another instance", async (world) => {
    const { id } = await attached(world);
    const instance_id = await world.instance("other");
    await world.refused(`POST /v1/volumes/${id}/attach`, { instance_id });
    await world.ok(`POST /v1/volumes/${id}/detach`);
    const moved = await world.ok(`POST /v1/volumes/${id}/attach`, { instance_id });
    expect(moved).toMatchObject({ instance_id });
  }),
  same(
    "3",
    "volume PATCH size_gb new size greater than current",
    "2.7: can only be increased after creation",
  ),
  same("3", "resized", "4.2: PATCH /volumes/{volume_id} {size_gb} … resized volume"),
  tested("3", "no downtime", async (world) => {
    const { id, instance_id } = await attached(world);
    await world.ok(`PATCH /v1/volumes/${id}`, { size_gb: 25 });
    expect(await world.ok(`GET /v1/volumes/${id}`)).toMatchObject({ instance_id });
    const machine = await world.ok(`GET /v1/instances/${instance_id}`);
    expect(isIn("words.running", machine)).toBe(true);
  }),
  outside(
    "3",
    "filesystem inside the instance is then grown separately",
    "nothing runs inside of the embedded platform's instances",
  ),
  same(
    "3",
    "floating IP reserve unassigned (instance_id null)",
    "4.2: POST /floating-ips {region} floating IP (2.8) with instance_id null",
  ),
  same(
    "3",
    "floating IP assign assigned to the instance",
    "4.2: POST /floating-ips/{id}/assign {instance_id} assigned floating IP",
  ),
  tested("3", "routed within 5 seconds", async (world) => {
    const { id, instance_id } = await assigned(world);
    world.pass(5);
    const shown = await world.ok(`GET /v1/floating-ips/${id}`);
    expect(shown).toMatchObject({ instance_id });
    expect(isIn("words.pending", shown)).toBe(false);
  }),
  tested("3", "also reassigns from another instance", async (world) => {
    const { id } = await assigned(world);
    const instance_id = await world.instance("other");
    const moved = await world.ok(`POST /v1/floating-ips/${id}/assign`, { instance_id });
    expect(moved).toMatchObject({ id, instance_id });
  }),
  same(
    "3",
    "floating IP unassign unassigned",
    "4.2: POST /floating-ips/{id}/unassign none unassigned floating IP",
  ),
  tested("3", "IP is kept, not deleted", async (world) => {
    const { id, ip } = await assigned(world);
    const released = await world.ok(`POST /v1/floating-ips/${id}/unassign`);
    expect(released).toMatchObject({ id, ip });
  }),
  tested("3", "image import importing in the background", async ({ ok, pass }) => {
    const made = await ok("POST /v1/images/import", importedImage());
    expect(isIn("words.pending", made)).toBe(true);
    pass(600);
    expect(isIn("words.ready", await ok(`GET /v1/images/${made["id"]}`))).toBe(true);
  }),
  tested("3", "progress is read with GET on the image", async ({ ok, pass, platform }) => {
    platform.configure({ bootSeconds: 100 });
    const made = await ok("POST /v1/images/import", importedImage());
    const seen: unknown[] = [];
    for (const seconds of [1, 50, 100]) {
      pass(seconds);
      seen.push((await ok(`GET /v1/images/${made["id"]}`))["progress"]);
    }
    expect(seen).toEqual([1, 51, 100]);
  }),
  tested("3", "member invitation accept … member listed", async ({ list, ok, platform }) => {
    await ok(`POST ${members}`, invitation());
    platform.acceptInvitation(invitation().email);
    const [member] = await list(`GET ${members}`);
    expect(member).toMatchObject(invitation());
    expect(isIn("words.invited", member ?? {})).toBe(false);
  }),
  tested("3", "within 48 hours of invitation", async ({ ok, pass, platform }) => {
    await ok(`POST ${members}`, { email: "early@example.test", role: "viewer" });
    pass(48 * 3600 - 1);
    platform.acceptInvitation("early@example.test");
    await ok(`POST ${members}`, { email: "late@example.test", role: "viewer" });
    pass(48 * 3600 + 1);
    expect(() => platform.acceptInvitation("late@example.test")).toThrow();
  }),
];

async function attached(world: World) {
  const instance_id = await world.instance();
  const id = await world.id("POST /v1/volumes", volume());
  await world.ok(`POST /v1/volumes/${id}/attach`, { instance_id });
  return { id, instance_id };
}

async function assigned(world: World) {
  const instance_id = await world.instance();
  const { id, ip } = await world.ok("POST /v1/floating-ips", { region: "eu" });
  await world.ok(`POST /v1/floating-ips/${id}/assign`, { instance_id });
  return { id, ip, instance_id };
}

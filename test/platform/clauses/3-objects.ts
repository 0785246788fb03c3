import { expect } from "vitest";
import { importedImage, invitation, volume } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import { isIn, type World } from "./world.ts";

const members = "/v1/projects/proj_default/members";

export const objectStateClauses: readonly Clause[] = [
  {
    spec: "3",
    words: "volume attach (with instance_id)",
    holds: async (world) => {
      const path = `POST /v1/volumes/${await world.id("POST /v1/volumes", volume())}/attach`;
      await world.refused(path, {});
      expect((await world.send(path, { instance_id: "inst_unknown" })).status).toBe(404);
      await world.ok(path, { instance_id: await world.instance() });
    },
  },
  {
    spec: "3",
    words: "attached to that instance",
    holds: async (world) => {
      const { id, instance_id } = await attached(world);
      expect(await world.ok(`GET /v1/volumes/${id}`)).toMatchObject({ instance_id });
    },
  },
  {
    spec: "3",
    words: "volume detach detached (unattached)",
    holds: async (world) => {
      const { id } = await attached(world);
      await world.ok(`POST /v1/volumes/${id}/detach`);
      expect(await world.ok(`GET /v1/volumes/${id}`)).toMatchObject({ instance_id: null });
    },
  },
  {
    spec: "3",
    words: "can then be attached to another instance",
    holds: async (world) => {
      const { id } = await attached(world);
      const instance_id = await world.instance("other");
      await world.refused(`POST /v1/volumes/${id}/attach`, { instance_id });
      await world.ok(`POST /v1/volumes/${id}/detach`);
      const moved = await world.ok(`POST /v1/volumes/${id}/attach`, { instance_id });
      expect(moved).toMatchObject({ instance_id });
    },
  },
  {
    spec: "3",
    words: "volume PATCH size_gb new size greater than current",
    holds: async ({ id, ok, refused }) => {
      const path = `PATCH /v1/volumes/${await id("POST /v1/volumes", volume())}`;
      await refused(path, { size_gb: 10 });
      await refused(path, { size_gb: 9 });
      await ok(path, { size_gb: 11 });
    },
  },
  {
    spec: "3",
    words: "resized",
    holds: async ({ id, ok, pass }) => {
      const made = await id("POST /v1/volumes", volume());
      await ok(`PATCH /v1/volumes/${made}`, { size_gb: 25 });
      pass(600);
      expect(await ok(`GET /v1/volumes/${made}`)).toMatchObject({ size_gb: 25 });
    },
  },
  {
    spec: "3",
    words: "no downtime",
    holds: async (world) => {
      const { id, instance_id } = await attached(world);
      await world.ok(`PATCH /v1/volumes/${id}`, { size_gb: 25 });
      expect(await world.ok(`GET /v1/volumes/${id}`)).toMatchObject({ instance_id });
      const machine = await world.ok(`GET /v1/instances/${instance_id}`);
      expect(isIn("words.running", machine)).toBe(true);
    },
  },
  {
    spec: "3",
    words: "filesystem inside the instance is then grown separately",
    outside: "nothing runs inside of the embedded platform's instances",
  },
  {
    spec: "3",
    words: "floating IP reserve unassigned (instance_id null)",
    holds: async ({ id, ok }) => {
      const made = await id("POST /v1/floating-ips", { region: "eu" });
      expect(await ok(`GET /v1/floating-ips/${made}`)).toMatchObject({ instance_id: null });
    },
  },
  {
    spec: "3",
    words: "floating IP assign assigned to the instance",
    holds: async (world) => {
      const { id, instance_id } = await assigned(world);
      expect(await world.ok(`GET /v1/floating-ips/${id}`)).toMatchObject({ instance_id });
    },
  },
  {
    spec: "3",
    words: "routed within 5 seconds",
    holds: async (world) => {
      const { id, instance_id } = await assigned(world);
      world.pass(5);
      const shown = await world.ok(`GET /v1/floating-ips/${id}`);
      expect(shown).toMatchObject({ instance_id });
      expect(isIn("words.pending", shown)).toBe(false);
    },
  },
  {
    spec: "3",
    words: "also reassigns from another instance",
    holds: async (world) => {
      const { id } = await assigned(world);
      const instance_id = await world.instance("other");
      const moved = await world.ok(`POST /v1/floating-ips/${id}/assign`, { instance_id });
      expect(moved).toMatchObject({ id, instance_id });
    },
  },
  {
    spec: "3",
    words: "floating IP unassign unassigned",
    holds: async (world) => {
      const { id } = await assigned(world);
      await world.ok(`POST /v1/floating-ips/${id}/unassign`);
      expect(await world.ok(`GET /v1/floating-ips/${id}`)).toMatchObject({ instance_id: null });
    },
  },
  {
    spec: "3",
    words: "IP is kept, not deleted",
    holds: async (world) => {
      const { id, ip } = await assigned(world);
      const released = await world.ok(`POST /v1/floating-ips/${id}/unassign`);
      expect(released).toMatchObject({ id, ip });
    },
  },
  {
    spec: "3",
    words: "image import importing in the background",
    holds: async ({ ok, pass }) => {
      const made = await ok("POST /v1/images/import", importedImage());
      expect(isIn("words.pending", made)).toBe(true);
      pass(600);
      expect(isIn("words.ready", await ok(`GET /v1/images/${made["id"]}`))).toBe(true);
    },
  },
  {
    spec: "3",
    words: "progress is read with GET on the image",
    holds: async ({ ok, pass, platform }) => {
      platform.configure({ bootSeconds: 100 });
      const made = await ok("POST /v1/images/import", importedImage());
      const seen: unknown[] = [];
      for (const seconds of [1, 50, 100]) {
        pass(seconds);
        seen.push((await ok(`GET /v1/images/${made["id"]}`))["progress"]);
      }
      expect(seen).toEqual([1, 51, 100]);
    },
  },
  {
    spec: "3",
    words: "member invitation accept … member listed",
    holds: async ({ list, ok, platform }) => {
      await ok(`POST ${members}`, invitation());
      platform.acceptInvitation(invitation().email);
      const [member] = await list(`GET ${members}`);
      expect(member).toMatchObject(invitation());
      expect(isIn("words.invited", member ?? {})).toBe(false);
    },
  },
  {
    spec: "3",
    words: "within 48 hours of invitation",
    holds: async ({ ok, pass, platform }) => {
      await ok(`POST ${members}`, { email: "early@example.test", role: "viewer" });
      pass(48 * 3600 - 1);
      platform.acceptInvitation("early@example.test");
      await ok(`POST ${members}`, { email: "late@example.test", role: "viewer" });
      pass(48 * 3600 + 1);
      expect(() => platform.acceptInvitation("late@example.test")).toThrow();
    },
  },
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

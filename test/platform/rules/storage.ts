import {
  certificate,
  image,
  importedImage,
  instance,
  loadBalancer,
  poolVolume,
  rule,
  volume,
} from "../clauses/bodies.ts";
import type { World } from "../clauses/world.ts";
import type { Case } from "./refusal.ts";

const unknown = "7.2: Unknown resource: HTTP 404 with error.";

/** What is attached, assigned, grown or used. */
export function volumeRefusals(): readonly Case[] {
  const made = (by: Case["by"], method: string, step: string, body?: unknown): Case => ({
    by,
    about: `${method} /v1/volumes/{id}${step}`,
    play: async ({ id, send }) =>
      send(`${method} /v1/volumes/${await id("POST /v1/volumes", volume())}${step}`, body),
  });
  const twice = { "volumes.detachTwice": "refuse" } as const;
  return [
    made("4.2: PATCH /volumes/{volume_id} {size_gb}", "PATCH", "", { size_gb: "20" }),
    made("2.7: can only be increased after creation", "PATCH", "", { size_gb: 10 }),
    made("4.2: POST /volumes/{volume_id}/attach {instance_id}", "POST", "/attach", {}),
    made(unknown, "POST", "/attach", { instance_id: "inst_x" }),
    { ...made("volumes.detachTwice", "POST", "/detach"), choices: twice },
    {
      by: "3: can then be attached to another instance",
      about: "a volume that is attached, to another one",
      play: async (world) => {
        const attach = await attached(world);
        return world.send(attach, { instance_id: await world.instance("other") });
      },
    },
    {
      by: "platform.volumesInUse",
      about: "deleting an attached volume",
      play: async (world) => {
        const attach = await attached(world);
        return world.send(attach.replace("POST", "DELETE").replace("/attach", ""));
      },
    },
    {
      by: "regions.mixed",
      about: "a volume to an instance elsewhere",
      choices: { "regions.mixed": "refuse" },
      play: async ({ id, instance: running, send }) => {
        const made = await id("POST /v1/volumes", { ...volume(), region: "us" });
        return send(`POST /v1/volumes/${made}/attach`, { instance_id: await running() });
      },
    },
    {
      by: "refusals.invalid",
      about: "a volume of a pool that would shrink",
      play: async ({ ok, send }) => {
        await ok("POST /api/v1/storage/pools/default/volumes", poolVolume());
        const path = "PATCH /api/v1/storage/pools/default/volumes/cache";
        return send(path, { config: { size: "1GiB" } });
      },
    },
    {
      by: "floatingIps.deleteAssigned",
      about: "deleting an assigned floating IP",
      choices: { "floatingIps.deleteAssigned": "refuse" },
      play: async ({ id, instance: running, ok, send }) => {
        const ip = await id("POST /v1/floating-ips", { region: "eu" });
        await ok(`POST /v1/floating-ips/${ip}/assign`, { instance_id: await running() });
        return send(`DELETE /v1/floating-ips/${ip}`);
      },
    },
    {
      by: "4.2: POST /floating-ips/{id}/assign {instance_id}",
      about: "assigning a floating IP to nothing",
      play: async ({ id, send }) =>
        send(
          `POST /v1/floating-ips/${await id("POST /v1/floating-ips", { region: "eu" })}/assign`,
          {},
        ),
    },
  ];
}

/** The request that attached a new volume to a new instance. */
async function attached(world: World): Promise<string> {
  const attach = `POST /v1/volumes/${await world.id("POST /v1/volumes", volume())}/attach`;
  await world.ok(attach, { instance_id: await world.instance() });
  return attach;
}

export function imageRefusals(): readonly Case[] {
  const from = (image_id: string) => {
    const { image: _image, ...rest } = instance();
    return { ...rest, source: { type: "image", image_id } };
  };
  return [
    {
      by: "machines.unfinishedImage",
      about: "an instance of an image that is still imported",
      play: async ({ id, send }) =>
        send("POST /v1/instances", from(await id("POST /v1/images/import", importedImage()))),
    },
    {
      by: "2.7a: the image must be importable by the platform's instance runtime",
      about: "an instance of an image whose import failed",
      play: async ({ id, pass, send }) => {
        const url = "https://images.test/broken.qcow2";
        const made = await id("POST /v1/images/import", { ...importedImage(), url });
        pass(600);
        return send("POST /v1/instances", from(made));
      },
    },
    {
      by: "images.snapshotNames",
      about: "an image of a snapshot that is not there",
      choices: { "images.snapshotNames": "notMissing" },
      play: async (world) => {
        const body = image(await world.instance());
        return world.send("POST /v1/images", {
          ...body,
          source: { ...body.source, snapshot: "missing" },
        });
      },
    },
    {
      by: "2.7a: Share: project_ids (array",
      about: "sharing with nobody",
      play: async ({ id, send }) => {
        const made = await id("POST /v1/images/import", importedImage());
        return send(`POST /v1/images/${made}/share`, { project_ids: [] });
      },
    },
    {
      by: "2.11: project-scoped",
      about: "deleting what another project has shared",
      play: async ({ as, id, ok, platform }) => {
        const made = await id("POST /v1/images/import", importedImage());
        const project = platform.createProject("other").id;
        await ok(`POST /v1/images/${made}/share`, { project_ids: [project] });
        return as({ project }).send(`DELETE /v1/images/${made}`);
      },
    },
  ];
}

export function balancerRefusals(): readonly Case[] {
  return [
    {
      by: "routes.loadBalancer.update",
      about: "moving a load balancer to another region",
      play: async ({ id, send }) => {
        const made = await id("POST /v1/load-balancers", loadBalancer());
        return send(`PATCH /v1/load-balancers/${made}`, { region: "us" });
      },
    },
    {
      by: "platform.certificatesInUse",
      about: "deleting a certificate in use",
      play: async ({ id, ok, send }) => {
        const certificate_id = await id("POST /v1/certificates", certificate());
        const secure = { ...rule(), entry_protocol: "https", certificate_id };
        await ok("POST /v1/load-balancers", { ...loadBalancer(), forwarding_rules: [secure] });
        return send(`DELETE /v1/certificates/${certificate_id}`);
      },
    },
  ];
}

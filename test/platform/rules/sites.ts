import { blockOf } from "../clauses/block.ts";
import {
  alertRule,
  bucket,
  certificate,
  container,
  firewall,
  forward,
  image,
  importedImage,
  instance,
  invitation,
  loadBalancer,
  network,
  poolVolume,
  rule,
  server,
  volume,
} from "../clauses/bodies.ts";
import type { World } from "../clauses/world.ts";
import { asking, type Case } from "./refusal.ts";

const members = "POST /v1/projects/proj_default/members";
const unknown = "7.2: Unknown resource: HTTP 404 with error.";
const firstPort = "8: The first port of the block is forwarded to port 22 of the server";

/** What the kinds of objects refuse besides fields. */
export const siteRefusals: readonly Case[] = [
  asking(unknown, "GET /v1/volumes/vol_x"),
  asking(unknown, "GET /v1/projects/proj_x/members"),
  asking(unknown, "DELETE /v1/projects/proj_default/members/usr_x"),
  asking(unknown, "DELETE /v1/api-keys/key_x"),
  asking(unknown, "POST /api/v1/storage/pools/fast/volumes", poolVolume()),
  asking(
    "machines.profiles",
    "POST /api/v1/instances",
    { ...container(), profile: "big" },
    {
      "machines.profiles": "default",
    },
  ),
  asking("machines.types", "POST /api/v1/instances", { ...container(), type: "virtual-machine" }),
  asking("machines.cpuShares", "POST /api/v1/instances", { ...container(), cpu_limit: "0.5" }),
  asking("names.containers", "POST /api/v1/instances", container("-"), {
    "names.containers": "host",
  }),
  asking("names.buckets", "POST /api/v1/storage/buckets", { name: "_" }, { "names.buckets": "s3" }),
  asking("names.text", "POST /v1/volumes", volume(" "), { "names.text": "printable" }),
  asking(
    "regions.names",
    "POST /v1/volumes",
    { ...volume(), region: "EU" },
    {
      "regions.names": "slug",
    },
  ),
  asking(
    "bodies.null",
    "POST /v1/volumes",
    { ...volume(), filesystem: null },
    {
      "bodies.null": "none",
    },
  ),
  asking(
    "bodies.openPayloads",
    "POST /api/v1/firewalls",
    { ...firewall(), tier: 1 },
    {
      "bodies.openPayloads": "refuse",
    },
  ),
  asking(
    "networks.configValues",
    "POST /api/v1/networks",
    { ...network(), config: { mtu: 1 } },
    {
      "networks.configValues": "strings",
    },
  ),
  asking(
    "alertRules.metrics",
    "POST /api/v1/monitoring/alerts",
    { ...alertRule(), metric: "x" },
    {
      "alertRules.metrics": "known",
    },
  ),
  asking(
    "alertRules.conditions",
    "POST /api/v1/monitoring/alerts",
    { ...alertRule(), condition: "x" },
    { "alertRules.conditions": "known" },
  ),
  asking(
    "volumes.largest",
    "POST /v1/volumes",
    { ...volume(), size_gb: 20_000 },
    {
      "volumes.largest": 16384,
    },
  ),
  asking("poolVolumes.size", "POST /api/v1/storage/pools/default/volumes", { name: "a" }),
  asking("loadBalancers.protocols", "POST /v1/load-balancers", {
    ...loadBalancer(),
    forwarding_rules: [{ ...rule(), target_protocol: "https" }],
  }),
  {
    by: "7.6: Dedicated IPv4 requested and none is free",
    about: "a dedicated address of an empty stock",
    play: ({ platform, send }) => {
      platform.configure({ dedicatedStock: 0 });
      return send("POST /api/v2/servers", { ...server(), network_access: "dedicated" });
    },
  },
  {
    by: "7.6: or the plan's allowance is reached",
    about: "a dedicated address beyond the plan",
    play: ({ platform, send }) => {
      platform.configure({ dedicatedAllowance: 0 });
      return send("POST /api/v2/servers", { ...server(), network_access: "dedicated" });
    },
  },
  ...[
    ["platform.uniqueNames", "POST /v1/volumes", volume()] as const,
    ["names.scope", "POST /api/v1/storage/buckets", bucket()] as const,
    ["names.scope", "POST /api/v1/storage/pools/default/volumes", poolVolume()] as const,
    [
      "2.1: path identifier of the instance ({name})",
      "POST /api/v1/instances",
      container(),
    ] as const,
    ["refusals.conflict", members, invitation()] as const,
  ].map(
    ([by, route, body]): Case => ({
      by,
      about: `${route}, twice`,
      play: async ({ ok, send }) => {
        await ok(route, body);
        return send(route, body);
      },
    }),
  ),
  ...volumeRefusals(),
  ...portRefusals(),
  ...machineRefusals(),
  ...imageRefusals(),
  ...balancerRefusals(),
];

function volumeRefusals(): readonly Case[] {
  const made = (by: Case["by"], path: string, body?: unknown): Case => ({
    by,
    about: `PATCH or POST ${path} of a volume`,
    play: async ({ id, send }) =>
      send(
        `${path} ${await id("POST /v1/volumes", volume())}`.replace(
          /(\S+) (\S*) (\S+)/,
          "$1 /v1/volumes/$3$2",
        ),
        body,
      ),
  });
  return [
    made("4.2: PATCH /volumes/{volume_id} {size_gb}", "PATCH ", { size_gb: "20" }),
    made("2.7: can only be increased after creation", "PATCH ", { size_gb: 10 }),
    made("4.2: POST /volumes/{volume_id}/attach {instance_id}", "POST /attach", {}),
    made(unknown, "POST /attach", { instance_id: "inst_x" }),
    {
      ...made("volumes.detachTwice", "POST /detach"),
      choices: { "volumes.detachTwice": "refuse" },
    },
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

function portRefusals(): readonly Case[] {
  const ports = "/api/v1/instances/web/ports";
  const port = (
    by: Case["by"],
    about: string,
    play: (world: World, first: number) => Promise<unknown>,
  ): Case => ({
    by,
    about,
    play: async (world) => play(world, blockOf(await world.container()).first),
  });
  return [
    port(
      "7.8: A public port outside the caller's block is refused.",
      "a port below its block",
      ({ send }, first) => send(`POST ${ports}`, forward(first - 1)),
    ),
    port("7.7: Forwarding a public port to target port 25 is refused", "mail", ({ send }, first) =>
      send(`POST ${ports}`, { ...forward(first + 1), target_port: 25 }),
    ),
    port(firstPort, "forwarding the first port", ({ send }, first) =>
      send(`POST ${ports}`, forward(first)),
    ),
    port(firstPort, "taking the first forward away", ({ send }, first) =>
      send(`DELETE ${ports}?protocol=tcp&public_port=${first}`),
    ),
    port("refusals.conflict", "forwarding a port twice", async ({ ok, send }, first) => {
      await ok(`POST ${ports}`, forward(first + 1));
      return send(`POST ${ports}`, forward(first + 1));
    }),
    port(
      "4.1: DELETE /instances/{name}/ports query: protocol, public_port",
      "no query",
      ({ send }) => send(`DELETE ${ports}`),
    ),
    port(unknown, "a forward that is not there", ({ send }) =>
      send(`DELETE ${ports}?protocol=tcp&public_port=1`),
    ),
  ];
}

function machineRefusals(): readonly Case[] {
  const action = "POST /api/v1/instances/web/action";
  const acting = (by: Case["by"], ...actions: readonly string[]): Case => ({
    by,
    about: actions.join(", then "),
    play: async (world) => {
      await world.container();
      for (const one of actions) await world.send(action, { action: one });
    },
  });
  return [
    acting("3: none stated", "stop", "freeze"),
    acting("machines.stopFrozen", "freeze", "stop"),
    acting("machines.restartStopped", "stop", "restart"),
    {
      by: "7.5: Instance deletion while not stopped: refused",
      about: "deleting a running instance of /api/v1",
      play: async (world) => {
        await world.container();
        return world.send("DELETE /api/v1/instances/web");
      },
    },
    {
      by: "machines.deleteRunning",
      about: "deleting a running instance of /v1",
      play: async (world) => world.send(`DELETE /v1/instances/${await world.instance()}`),
    },
    {
      by: "8: Shared IPv4 port block 10 ports by default per server",
      about: "more servers than the shared address has blocks of ports",
      play: async ({ send }) => {
        let status = 201;
        for (let at = 0; status === 201; at += 1) {
          ({ status } = await send("POST /api/v2/servers", { ...server(), name: `s${at}` }));
        }
      },
    },
  ];
}

function imageRefusals(): readonly Case[] {
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

function balancerRefusals(): readonly Case[] {
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

import fc from "fast-check";
import type { Platform } from "../../../platform/index.ts";
import { type Send, sender } from "../support.ts";

/** One of the things that happen to a world; what cannot happen is refused, and nothing changes. */
export interface Deed {
  readonly what: (typeof deeds)[number];
  /** Which of the objects there are, and which project does it. */
  readonly pick: number;
  readonly gb: number;
  /** Hours that pass afterwards, whole ones or not. */
  readonly hours: number;
}

const deeds = [
  "volume",
  "grow",
  "end volume",
  "floating IP",
  "assign",
  "unassign",
  "end floating IP",
  "instance",
  "start",
  "stop",
  "end instance",
  "server",
  "end server",
  "release address",
  "image",
  "end image",
  "pool volume",
  "end pool volume",
  "snapshot",
  "end snapshot",
  "balancer",
  "traffic",
] as const;

/** Deeds of a few months. */
export function deedsOf(hours: fc.Arbitrary<number>) {
  const what = fc.constantFrom(...deeds);
  const [pick, gb] = [fc.nat(1000), fc.integer({ min: 1, max: 5000 })];
  return fc.array(fc.record<Deed>({ what, pick, gb, hours }), { minLength: 5, maxLength: 60 });
}

/** Both projects of a world, each with a key. */
export function sendersOf(platform: Platform): readonly Send[] {
  return ["proj_default", "proj_shop"].map((project) => {
    const isThere = platform.projects().some(({ id }) => id === project);
    if (!isThere) platform.createProject(project, { id: project });
    const { key } = platform.createKey({ scopes: ["*"], level: "Admin", project });
    return sender(platform, key);
  });
}

/** Does it, and lets no time pass. */
export async function perform(
  platform: Platform,
  senders: readonly Send[],
  { what, pick, gb }: Deed,
): Promise<void> {
  const of = platform.snapshot();
  const send = chosen(senders, pick);
  const id = (list: readonly object[]) => String(Object(chosen(list, pick))?.id);
  const [volume, fip] = [`/v1/volumes/${id(of.volume)}`, `/v1/floating-ips/${id(of.floatingIp)}`];
  const instance = `/v1/instances/${id(of.instance)}`;
  const server = `/api/v2/servers/${id(of.server)}`;
  const name = `thing-${pick}-${gb}`;
  const region = "eu";
  const url = `https://images.test/${pick % 5 === 0 ? "broken" : "fine"}.raw`;
  const pool = "/api/v1/storage/pools/default/volumes";
  const check = { protocol: "http", port: 80, interval: 1, timeout: 1, threshold: 1 };
  const rule = { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" };
  const all: Readonly<Record<Deed["what"], () => unknown>> = {
    volume: () => send("POST /v1/volumes", { name, region, size_gb: gb }),
    grow: () => send(`PATCH ${volume}`, { size_gb: gb * 2 }),
    "end volume": () => send(`DELETE ${volume}`),
    "floating IP": () => send("POST /v1/floating-ips", { region }),
    assign: () => send(`POST ${fip}/assign`, { instance_id: id(of.instance) }),
    unassign: () => send(`POST ${fip}/unassign`),
    "end floating IP": () => send(`DELETE ${fip}`),
    instance: () => send("POST /v1/instances", { name, region, plan: "s", image: "debian/13" }),
    start: () => send(`POST ${instance}/action`, { action: "start" }),
    stop: () => send(`POST ${instance}/action`, { action: "stop" }),
    "end instance": () => send(`DELETE ${instance}`),
    server: () => send("POST /api/v2/servers", { name, size: "s", network_access: "dedicated" }),
    "end server": async () => {
      await send(`POST ${server}/action`, { action: "stop" });
      await send(`DELETE ${server}`);
    },
    "release address": () =>
      tried(() => platform.releaseAddress(chosen(platform.addresses(), pick)?.ip ?? "")),
    image: () => send("POST /v1/images/import", { name, url, format: "raw", os_type: "linux" }),
    "end image": () => send(`DELETE /v1/images/${id(of.image)}`),
    "pool volume": () => send(`POST ${pool}`, { name, config: { size: `${gb}MiB` } }),
    "end pool volume": () => send(`DELETE ${pool}/${Object(chosen(of.poolVolume, pick))?.name}`),
    snapshot: () => tried(() => platform.snapshotVolume(id(of.volume))),
    "end snapshot": () =>
      tried(() => platform.deleteVolumeSnapshot(id(platform.volumeSnapshots()))),
    balancer: () => {
      const rules = { forwarding_rules: [rule], health_check: check, backend_instances: [] };
      return send("POST /v1/load-balancers", { name, region, ...rules });
    },
    traffic: () => tried(() => platform.meterTraffic(id(of.loadBalancer), gb * 1e9)),
  };
  await all[what]();
}

function chosen<const T>(list: readonly T[], pick: number): T {
  return list[pick % Math.max(list.length, 1)] as T;
}

function tried(work: () => unknown): void {
  try {
    work();
  } catch {
    // There is none.
  }
}

import { changed, created, lookUp, one, refuseTwin, removed } from "./answer.ts";
import {
  type Area,
  type Call,
  missing,
  type Need,
  parameter,
  Refusal,
  type Reply,
  type Route,
} from "./call.ts";
import { Form } from "./form.ts";
import { open } from "./open.ts";
import { listed } from "./paging.ts";
import { type Fields, fieldsOf, type Platform, type Thing, text } from "./store.ts";

// §5: storage:read lists "volumes and buckets"; pools are taken to be meant with them.
export const READ: Need = { scope: "storage:read", level: "Read" };
export const WRITE: Need = { scope: "storage:write", level: "Write" };

const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

function bytesOf(size: string): number {
  const match = /^([1-9]\d*)(B|[KMGT]B|[KMGT]iB)$/.exec(size);
  return match === null ? 0 : Number(match[1]) * (UNITS[match[2] ?? ""] ?? 0);
}

/** §2.6: a string with a unit; how an answer spells it is open. */
function spelled(platform: Platform, size: string): string {
  const bytes = bytesOf(size);
  if (platform.choices.sizeSpelling === "bytes") return String(bytes);
  if (platform.choices.sizeSpelling === "mebibytes" && bytes % 2 ** 20 === 0)
    return `${bytes / 2 ** 20}MiB`;
  return size;
}

const POOL: Area = {
  kind: "pool",
  singular: "pool",
  plural: "pools",
  label: "storage pool",
  brief: ["driver"],
  view: (platform) => ({
    driver: "zfs",
    status: platform.choices.words.networkReady,
    used_bytes: 1048576,
  }),
};

function volumeView(platform: Platform, thing: Thing): Fields {
  const config = fieldsOf(thing.fields["config"]);
  const size = text(config["size"]);
  const shown = size === "" ? config : { ...config, size: spelled(platform, size) };
  return {
    pool: thing.fields["pool"],
    config: shown,
    type: "custom",
    content_type: "filesystem",
    status: platform.choices.words.volumeFree,
  };
}

const VOLUME: Area = {
  kind: "storage_volume",
  singular: "volume",
  plural: "volumes",
  label: "storage volume",
  view: volumeView,
  brief: ["pool"],
};

function poolOf(call: Call): string {
  const name = parameter(call, "pool");
  for (const pool of call.platform.of("pool", call.organization))
    if (pool.name === name) return name;
  throw missing(POOL.label, name);
}

function volumesOf(call: Call): Thing[] {
  const pool = poolOf(call);
  return call.platform
    .of("storage_volume", call.organization)
    .filter((thing) => thing.fields["pool"] === pool);
}

function volumeOf(call: Call): Thing {
  const pool = poolOf(call);
  const key = parameter(call, "key");
  // A name is the pool's, so the same name may be in another pool.
  const inPool = volumesOf(call).find((thing) => thing.name === key);
  if (inPool !== undefined && call.platform.choices.keyedBy !== "id") return inPool;
  const thing = lookUp(call, VOLUME, key);
  if (thing.fields["pool"] !== pool) throw missing(VOLUME.label, key);
  return thing;
}

function readSize(form: Form): Fields | undefined {
  const config = form.object("config");
  const size = config?.["size"];
  if (size !== undefined && (typeof size !== "string" || bytesOf(size) === 0))
    form.problem("config.size must be a size with a unit");
  return config;
}

function createVolume(call: Call): Reply {
  const pool = poolOf(call);
  const form = new Form(call, "storage volume");
  const name = form.name();
  const config = readSize(form) ?? {};
  form.strict();
  form.done();
  refuseTwin(call, VOLUME, { name, among: (thing) => thing.fields["pool"] === pool });
  const thing = call.platform.add({
    kind: "storage_volume",
    organization: call.organization,
    name,
    fields: { pool, config },
  });
  return created(call, VOLUME, { thing });
}

function updateVolume(call: Call): Reply {
  const thing = volumeOf(call);
  const form = new Form(call, "storage volume");
  form.has("name");
  const config = readSize(form) ?? {};
  form.strict();
  form.done();
  const before = fieldsOf(thing.fields["config"]);
  // §8: "volume size may only increase".
  if (
    config["size"] !== undefined &&
    bytesOf(text(config["size"])) < bytesOf(text(before["size"]))
  ) {
    throw new Refusal(
      call.platform.choices.invalidStatus,
      `storage volume ${thing.name}: the size may only increase`,
    );
  }
  thing.fields["config"] = { ...(call.method === "PATCH" ? before : {}), ...config };
  return changed(call, VOLUME, { thing });
}

export function storageRoutes(platform: Platform): Route[] {
  const pools = "/api/v1/storage/pools";
  const volumes = `${pools}/:pool/volumes`;
  return [
    {
      method: "GET",
      path: pools,
      need: READ,
      run: (call) => listed(call, POOL, call.platform.of("pool", call.organization)),
    },
    ...open(
      platform,
      { name: "pool.get", base: pools },
      { need: READ, run: (call) => one(call, POOL, lookUp(call, POOL, parameter(call, "key"))) },
    ),
    { method: "POST", path: volumes, need: WRITE, run: createVolume },
    ...open(
      platform,
      { name: "storage_volume.list", base: volumes },
      { need: READ, run: (call) => listed(call, VOLUME, volumesOf(call)) },
    ),
    ...open(
      platform,
      { name: "storage_volume.get", base: volumes },
      { need: READ, run: (call) => one(call, VOLUME, volumeOf(call)) },
    ),
    ...open(
      platform,
      { name: "storage_volume.update", base: volumes },
      { need: WRITE, run: updateVolume },
    ),
    ...open(
      platform,
      { name: "storage_volume.remove", base: volumes },
      { need: WRITE, run: (call) => removed(call, VOLUME, volumeOf(call)) },
    ),
  ];
}

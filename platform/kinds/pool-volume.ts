import { z } from "zod";
import { segmentPattern } from "../../contract/ids.ts";
import { parseSize } from "../../contract/values/size.ts";
import { type JsonObject, type Stored, shape } from "../store/index.ts";
import { type Answer, created, ok, removed } from "./common/answer.ts";
import { notFound } from "./common/context.ts";
import { type Call, serveKind } from "./common/kind.ts";
import { storagePools } from "./storage-pool.ts";

interface PoolVolume {
  readonly pool: string;
  readonly name: string;
  readonly config: JsonObject & { readonly size: string };
}

const size = z.string().refine((text) => bytesOf(text) > 0n, {
  error: "a size with its unit, like 10GiB",
});

const NewPoolVolume = z.strictObject({
  name: z.string().regex(segmentPattern, "a name is one segment of a path"),
  config: z.object({ size }).catchall(z.json()),
});
const Growth = z.strictObject({ config: z.strictObject({ size }) });

/** Volumes of storage pools (spec 2.6). */
export const poolVolumes = serveKind({
  kind: "poolVolume",
  spec: "2.6",
  noun: "storage volume",
  record: shape<PoolVolume>(),
  view: ({ pool, name, config }) => ({ name, pool, config }),
  serve: () => ({
    list: listPoolVolumes,
    create: createPoolVolume,
    get: getPoolVolume,
    update: growPoolVolume,
    delete: deletePoolVolume,
  }),
});

/** A volume has no id: its pool and its name in it are one (spec 4.1). */
function poolVolumeId(pool: string, name: string): string {
  return `${pool}/${name}`;
}

function createPoolVolume(call: Call): Answer {
  const { context, body } = call;
  const pool = poolOf(call);
  const given = body(NewPoolVolume, "storage volume was not created");
  const id = poolVolumeId(pool, given.name);
  // The name is the id in its pool, so it is unique in the account whatever is assumed about names.
  if (context.account.find(poolVolumes, id) !== undefined) {
    const rule = "not shown: refusals.conflict";
    throw context.refusal("conflict", rule, `storage volume "${id}" exists already`);
  }
  const volume = context.objects.insert(poolVolumes, { ...given, pool }, id);
  return created(poolVolumes.view(volume, context));
}

function listPoolVolumes(call: Call): Answer {
  const { context } = call;
  const volumes = context.objects.where(poolVolumes, "pool", poolOf(call));
  return ok(volumes.map((volume) => poolVolumes.view(volume, context)));
}

function getPoolVolume(call: Call): Answer {
  return ok(poolVolumes.view(volumeOf(call), call.context));
}

/** spec 8 says of block volumes alone that a size may only increase: a pool has no other way to keep what is on one. */
function growPoolVolume(call: Call): Answer {
  const { context, body, target, nested } = call;
  const volume = context.require(poolVolumes, poolVolumeId(target, nested));
  const refused = `storage volume "${volume.id}" was not resized`;
  const { size } = body(Growth, refused).config;
  if (bytesOf(size) <= bytesOf(volume.config.size)) {
    const error = `${refused}: size ${size} is not greater than its ${volume.config.size}`;
    throw context.refusal("invalid", "not shown: refusals.invalid", error);
  }
  const config = { ...volume.config, size };
  return ok(poolVolumes.view(context.objects.update(poolVolumes, volume, { config }), context));
}

function deletePoolVolume(call: Call): Answer {
  call.context.remove(poolVolumes, volumeOf(call));
  return removed;
}

/** @throws Refusal 404 when there is no pool of the path's name (spec 7.2). */
function poolOf({ target }: Call): string {
  if (storagePools.includes(target)) return target;
  throw notFound(`storage pool "${target}"`);
}

function volumeOf(call: Call): Stored<PoolVolume> {
  return call.context.shown(poolVolumes, poolVolumeId(poolOf(call), call.nested));
}

function bytesOf(size: string): bigint {
  return parseSize(size) ?? 0n;
}

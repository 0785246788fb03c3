import { z } from "zod";
import { segmentPattern } from "../../contract/ids.ts";
import { parseSize } from "../../contract/values/size.ts";
import { type Answer, created, type JsonObject, ok, removed } from "../http/answer.ts";
import type { Call } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema, type OutputOf } from "../lazy-schema.ts";
import { fields, optional, stated } from "../rules/stated.ts";
import { shape } from "../store/objects.ts";
import { notFound, type World } from "../world.ts";
import { storagePools } from "./storage-pool.ts";

interface PoolVolume {
  readonly pool: string;
  readonly name: string;
  readonly config: JsonObject & { readonly size: string };
}

const size = () => {
  const withUnit = z.string().refine((text) => (parseSize(text) ?? 0n) > 0n, {
    error: "a size with its unit, like 10GiB",
  });
  return stated(withUnit, "2.6: size (string with unit, e.g. <n>GiB)");
};
const shownConfig = "2.6: config (object)";

const NewPoolVolume = lazySchema(() =>
  fields({
    name: stated(
      z.string().regex(segmentPattern, "a name is one segment of a path"),
      "2.6: Volume create: name (string)",
      "routes.poolVolume.get",
    ),
    config: stated(
      fields({ size: optional(size()) })
        .catchall(z.json())
        .exactOptional(),
      shownConfig,
    ),
  }),
);
type NewPoolVolume = OutputOf<typeof NewPoolVolume>;
const Growth = lazySchema(() => fields({ config: stated(fields({ size: size() }), shownConfig) }));

/** Volumes of storage pools (spec 2.6). */
export const poolVolumes = defineKind({
  kind: "poolVolume",
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

/** A volume has no id of its own: its pool and its name in it are one (spec 4.1). */
function poolVolumeId(pool: string, name: string): string {
  return `${pool}/${name}`;
}

function createPoolVolume(call: Call): Answer {
  const { world, body } = call;
  const pool = poolOf(call);
  const refused = "storage volume was not created";
  const given = body(NewPoolVolume, refused);
  const config = { ...given.config, size: given.config?.size ?? usualSize(given, world, refused) };
  const id = poolVolumeId(pool, given.name);
  // The name is the id in its pool, so it is unique in the account whatever is assumed about names.
  if (world.account.find(poolVolumes, id) !== undefined) {
    throw world.refusal("conflict", "names.scope", `storage volume "${id}" exists already`);
  }
  const volume = world.objects.insert(poolVolumes, { name: given.name, config, pool }, id);
  return created(poolVolumes.view(volume, world));
}

/** @throws Refusal where a size has to be named. */
function usualSize({ config }: NewPoolVolume, world: World, refused: string): string {
  const by = "poolVolumes.size";
  const size = world.choice(by);
  if (size !== "required") return size;
  throw world.refusal(
    "invalid",
    by,
    `${refused}: "config${config === undefined ? "" : ".size"}" is required`,
  );
}

function listPoolVolumes(call: Call): Answer {
  const { world } = call;
  const volumes = world.objects.where(poolVolumes, "pool", poolOf(call));
  return ok(volumes.map((volume) => poolVolumes.view(volume, world)));
}

function getPoolVolume(call: Call): Answer {
  return ok(poolVolumes.view(volumeOf(call), call.world));
}

function growPoolVolume(call: Call): Answer {
  const { world, body } = call;
  const volume = volumeOf(call);
  const refused = `storage volume "${volume.id}" was not resized`;
  const { size } = body(Growth, refused).config;
  // spec 8 says of block volumes alone that a size may only increase
  if (bytes(size) <= bytes(volume.config.size)) {
    throw world.refusal(
      "invalid",
      "refusals.invalid",
      `${refused}: size ${size} is not greater than its ${volume.config.size}`,
    );
  }
  const config = { ...volume.config, size };
  return ok(poolVolumes.view(world.objects.update(poolVolumes, volume, { config }), world));
}

function deletePoolVolume(call: Call): Answer {
  call.world.objects.remove(poolVolumes, volumeOf(call).id);
  return removed;
}

/** @throws Refusal 404 when there is no pool of the path's name (spec 7.2). */
function poolOf({ world, target }: Call): string {
  if (storagePools(world).includes(target)) return target;
  throw notFound(`storage pool "${target}"`, "7.2: Unknown resource: HTTP 404 with error.");
}

function volumeOf(call: Call) {
  return call.world.require(poolVolumes, poolVolumeId(poolOf(call), call.nested));
}

function bytes(size: string): bigint {
  return parseSize(size) ?? 0n;
}

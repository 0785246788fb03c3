import { z } from "zod";
import { defineKind } from "../world.ts";

/** The storage pools there are (spec 2.6); the spec shows no way to make another one. */
export const storagePools: readonly string[] = ["default"];

const PoolVolume = z.object({
  pool: z.string(),
  name: z.string(),
  config: z.object({ size: z.string() }).catchall(z.json()),
});

/** Volumes of storage pools (spec 2.6). */
export const poolVolumes = defineKind<z.infer<typeof PoolVolume>>({
  kind: "poolVolume",
  noun: "storage volume",
  record: PoolVolume,
  view: ({ pool, name, config }) => ({ name, pool, config }),
});

/** A volume has no id of its own: its pool and its name in it are one (spec 4.1). */
export function poolVolumeId(pool: string, name: string): string {
  return `${pool}/${name}`;
}

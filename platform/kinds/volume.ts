import { z } from "zod";
import type { JsonObject } from "../answer.ts";
import type { Stored } from "../objects.ts";
import { defineKind, type World } from "../world.ts";

const Volume = z.object({
  name: z.string(),
  region: z.string(),
  size_gb: z.int(),
  /** Size before the last growth, shown while that lasts. */
  former_size_gb: z.int().nullable(),
  filesystem: z.enum(["ext4", "xfs", "none"]).nullable(),
  instance_id: z.string().nullable(),
  /** When its creation or growth is done. */
  settled_at: z.number(),
});
type Volume = z.infer<typeof Volume>;

/** Block volumes (spec 2.7). */
export const volumes = defineKind<Volume>({
  kind: "volume",
  noun: "volume",
  record: Volume,
  view: viewVolume,
});

function viewVolume(volume: Stored<Volume>, world: World): JsonObject {
  const { id, name, region, size_gb, former_size_gb, filesystem, instance_id } = volume;
  const settled = world.now >= volume.settled_at;
  return {
    id,
    name,
    region,
    size_gb: settled ? size_gb : (former_size_gb ?? size_gb),
    filesystem,
    instance_id,
    [world.assumptions["fields.status"]]: settled ? usableWord(volume, world) : busyWord(volume),
  };
}

function busyWord({ former_size_gb }: Volume): string {
  return former_size_gb === null ? "creating" : "resizing";
}

function usableWord({ instance_id }: Volume, world: World): string {
  return world.readyWord(instance_id === null ? "available" : "in_use");
}

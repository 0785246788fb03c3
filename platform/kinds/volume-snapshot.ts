import { type Stored, shape } from "../store/objects.ts";
import type { World } from "../world.ts";
import { volumes } from "./volume.ts";

interface Snapshot {
  readonly volume: string;
  /** Name of the volume. */
  readonly name: string;
  readonly size_gb: number;
}

/** Snapshots of block volumes, which have a price (spec 8) and no route. */
export const volumeSnapshots = {
  kind: "volumeSnapshot",
  idPrefix: "snap_",
  record: shape<Snapshot>(),
} as const;

/** A snapshot of a block volume. */
export interface VolumeSnapshot {
  readonly id: string;
  /** The volume that it was taken of, which may be gone. */
  readonly volume: string;
  /** Size of the volume when it was taken. */
  readonly sizeGb: number;
}

/**
 * Takes a snapshot, in the project of its volume.
 *
 * @throws Error when there is no such volume.
 */
export function snapshotVolume({ account: objects }: World, id: string): VolumeSnapshot {
  const volume = objects.find(volumes, id);
  if (volume === undefined) {
    throw new Error(`No snapshot was taken: there is no volume "${id}".`);
  }
  const { name, size_gb, project } = volume;
  return viewed(objects.of(project).insert(volumeSnapshots, { volume: id, name, size_gb }));
}

export function listVolumeSnapshots({ account: objects }: World): readonly VolumeSnapshot[] {
  return objects.list(volumeSnapshots).map(viewed);
}

/** @throws Error when there is no such snapshot. */
export function deleteVolumeSnapshot({ account: objects }: World, id: string): void {
  if (objects.find(volumeSnapshots, id) === undefined) {
    throw new Error(`The snapshot was not deleted: there is no snapshot "${id}".`);
  }
  objects.remove(volumeSnapshots, id);
}

function viewed({ id, volume, size_gb }: Stored<Snapshot>): VolumeSnapshot {
  return { id, volume, sizeGb: size_gb };
}

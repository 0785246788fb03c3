import { parseSize } from "../../../contract/values/size.ts";
import { images, isBroken } from "../../kinds/image.ts";
import { poolVolumes } from "../../kinds/pool-volume.ts";
import { volumes } from "../../kinds/volume.ts";
import { volumeSnapshots } from "../../kinds/volume-snapshot.ts";
import type { Period } from "../../store/periods.ts";
import type { Metered, Use } from "./use.ts";

const gigabyte = 10n ** 9n;

/** Block volumes, attached or not. */
export function volumeUses({ world, periods, span }: Metered): Use[] {
  const isBilledEarly = world.choice("bill.start") === "created";
  return periods.of(volumes, span).flatMap((period) => {
    const { record } = period;
    const use = { ...stored(period), size: gigabytes(record.size_gb) };
    if (isBilledEarly) return [use];
    const before = { ...use, size: gigabytes(record.former_size_gb ?? 0) };
    return changedAt(record.settled_at, before, use);
  });
}

/** Volumes of pools, where they cost what block storage does. */
export function poolVolumeUses({ periods, span }: Metered): Use[] {
  return periods.of(poolVolumes, span).map((period) => {
    return { ...stored(period), size: parseSize(period.record.config.size) ?? 0n };
  });
}

export function snapshotUses({ periods, span }: Metered): Use[] {
  return periods.of(volumeSnapshots, span).map((period) => {
    return { ...stored(period), size: gigabytes(period.record.size_gb) };
  });
}

/** Images of projects: a share makes no copy, and an import that fails leaves nothing to store. */
export function imageUses({ world, periods, span }: Metered): Use[] {
  const isBilledEarly = world.choice("bill.start") === "created";
  return periods.of(images, span).flatMap((period) => {
    const { record } = period;
    if (isBroken(record, world)) return [];
    const use = { ...stored(period), size: gigabytes(record.size_gb) };
    return isBilledEarly ? [use] : changedAt(record.settled_at, { ...use, size: 0n }, use);
  });
}

function stored({ id, project, from, until, record }: Period<{ readonly name: string }>) {
  return { id, name: record.name, project, from, until };
}

/** What a use was before a moment, and what it is since. */
function changedAt(time: number, before: Use, since: Use): Use[] {
  const parts = [
    { ...before, until: Math.min(time, before.until) },
    { ...since, from: Math.max(time, since.from) },
  ];
  return parts.filter(({ from, until, size }) => from < until && size > 0n);
}

function gigabytes(count: number): bigint {
  return BigInt(count) * gigabyte;
}

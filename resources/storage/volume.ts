import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { defineResource } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Session, Target } from "../../provider/definition/session.ts";
import type { VolumeArgs } from "../_arguments.ts";

/** Inputs of a {@link Volume} (spec 2.7). */
export interface VolumeInputs {
  /** Name on the platform; `<logical name>-<hash>` unless given. Changing it is refused without `allowDataLoss`. */
  name?: string;
  /** Region the data is stored in. Changing it is refused without `allowDataLoss`. */
  region: string;
  /** Size in gigabytes. It grows in place without downtime and never shrinks (spec 2.7). */
  sizeGb: number;
  /** File system made at creation; `none` is a raw device. Changing it is refused without `allowDataLoss`. */
  filesystem?: "ext4" | "xfs" | "none";
  /** Lets a change replace the volume, which loses its data. */
  allowDataLoss?: boolean;
}

/** Outputs of a {@link Volume}. */
export interface VolumeOutputs {
  /** The platform's word for its state; the words are not shown in the spec. */
  status: string;
}

const losesData = {
  on: "refuse",
  unless: "allowDataLoss",
  why: "loses its data",
} as const;

export const volume = defineResource<VolumeInputs, VolumeOutputs>()({
  type: "storage:Volume",
  kind: "volume",
  noun: "volume",
  inputs: z.object({
    name: z.string().min(1).exactOptional(),
    region: z.string().min(1),
    sizeGb: z.int().min(1),
    filesystem: z.enum(["ext4", "xfs", "none"]).exactOptional(),
    allowDataLoss: z.boolean().exactOptional(),
  }),
  outputs: z.object({ status: z.string() }),
  changes: {
    name: { ...losesData, isWord: true },
    region: { ...losesData, isWord: true },
    sizeGb: { on: "update", forbid: shrinking },
    filesystem: losesData,
    allowDataLoss: { on: "ignore" },
  },
  holds: ["data"],
  gaps: [
    "Paths to list, read and delete a volume (spec 4 note 4).",
    "Smallest, largest and default size (spec 8).",
    "Names of its statuses (spec 3).",
  ],
  prepareDelete: detach,
});

/**
 * Block storage that attaches to an instance and outlives it (spec 2.7). It grows in place; every
 * other change would lose its data and is refused unless `allowDataLoss` is set.
 */
export interface Volume extends pulumi.CustomResource, Attributes<VolumeInputs, VolumeOutputs> {}

export const Volume: ResourceClass<VolumeArgs, Volume> = resourceClass<
  VolumeInputs,
  VolumeOutputs
>()(volume);

function shrinking(before: unknown, after: unknown): string | undefined {
  if (typeof before !== "number" || typeof after !== "number" || after > before) return undefined;
  return `sizeGb is ${after}, but the volume already has ${before}; volumes only grow. Keep ${before} or more.`;
}

/** An attached volume is detached first: whether the platform would refuse is not shown (spec 3). */
async function detach(session: Session, { id }: Target<VolumeInputs>): Promise<undefined> {
  const result = await session.lookUp("volume", id);
  if (result.outcome !== "seen" || !result.observed["instance_id"]) return;
  await session.call(endpoints.volume.detach, { params: { volume_id: id } });
}

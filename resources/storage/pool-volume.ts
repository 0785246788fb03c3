import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { isPathSegment } from "../../contract/ids.ts";
import { toWire } from "../../contract/naming.ts";
import { isSameSize, isSizeInBytes, parseSize, withUnit } from "../../contract/values/size.ts";
import { isUnknown } from "../../contract/values/unknown.ts";
import { defineResource, type Problem } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Props } from "../../provider/definition/session.ts";
import type { PoolVolumeArgs } from "../_arguments.ts";

/** Inputs of a {@link PoolVolume} (spec 2.6). */
export interface PoolVolumeInputs {
  /** Storage pool it is in; `default` unless given. Changing it is refused without `allowDataLoss`. */
  pool?: string;
  /** Name in its pool; `<logical name>-<hash>` unless given. Changing it is refused without `allowDataLoss`. */
  name?: string;
  /** Size with a unit, like "10GiB". It grows in place where a route allows it and never shrinks. */
  size: string;
  /** Further settings by the platform's own keys. Changing them is refused without `allowDataLoss`. */
  config?: Record<string, string>;
  /** Lets a change replace the volume, which loses its data. */
  allowDataLoss?: boolean;
}

/** A {@link PoolVolume} has no outputs besides its inputs: the spec shows none. */
export type PoolVolumeOutputs = Record<never, never>;

// Both are parts of paths, and a name that does not fit one would only be noticed after the volume was made.
const segment = z
  .string()
  .refine(isPathSegment, "must be 1 to 128 letters, digits or any of ._@+-");
const losesData = { on: "refuse", unless: "allowDataLoss", why: "loses its data" } as const;

export const poolVolume = defineResource<PoolVolumeInputs, PoolVolumeOutputs>()({
  type: "storage:PoolVolume",
  kind: "poolVolume",
  noun: "pool volume",
  inputs: z.object({
    pool: segment.exactOptional(),
    name: segment.exactOptional(),
    size: z
      .string()
      .refine((text) => parseSize(text) !== undefined, 'must be a size like "512MiB" or "10GiB"'),
    config: z.record(z.string(), z.string()).exactOptional(),
    allowDataLoss: z.boolean().exactOptional(),
  }),
  outputs: z.object({}),
  changes: {
    pool: { ...losesData, isWord: true },
    name: { ...losesData, isWord: true },
    size: {
      ...losesData,
      on: "update",
      same: isSameSize,
      respelled: isSizeInBytes,
      toInput: withUnit,
      forbid: shrinking,
    },
    config: losesData,
    allowDataLoss: { on: "ignore" },
  },
  defaults: { pool: "default" },
  replacement: {
    order: "deleteFirst",
    why: "Its data is lost either way, and a program never finds an empty one beside the full one.",
  },
  holds: ["data"],
  gaps: [
    "Paths to list, read, grow and delete a volume of a pool (spec 4 note 4).",
    "Settings of a volume besides its size (spec 2.6).",
  ],
  validate: ({ pool }, { given }) => adoptProblems(pool, given),
  body: ({ name, size, config }) => toWire({ name, config: { ...config, size } }),
  patch: ({ size }) => toWire({ config: { size } }),
  interpret: ({ config: shown }) => {
    if (typeof shown !== "object" || shown === null) return {};
    const { size, ...config }: Props = { ...shown };
    return { size, config };
  },
});

/** A volume of a storage pool of the `/api/v1` prefix (spec 2.6). */
export interface PoolVolume
  extends pulumi.CustomResource,
    Attributes<PoolVolumeInputs, PoolVolumeOutputs, "pool"> {}

export const PoolVolume: ResourceClass<PoolVolumeArgs, PoolVolume> = resourceClass<
  PoolVolumeInputs,
  PoolVolumeOutputs
>()(poolVolume);

/** No answer shows the pool: it is in the path, and so in the id. */
function adoptProblems(pool: string | undefined, { adopt }: Props): readonly Problem[] {
  if (pool === undefined || typeof adopt !== "string" || isUnknown(adopt)) return [];
  if (adopt.startsWith(`${pool}/`)) return [];
  const reason = `adopt is "${adopt}", but pool is "${pool}": the id of a pool volume is <pool>/<name>. Make pool that of the id`;
  return [{ property: "adopt", reason }];
}

function shrinking(before: unknown, after: unknown): string | undefined {
  const [old, wanted] = [before, after].map((size) => typeof size === "string" && parseSize(size));
  if (typeof old !== "bigint" || typeof wanted !== "bigint" || wanted >= old) return undefined;
  return `size is ${String(after)}, but the volume already has ${String(before)}; volumes only grow. Keep ${String(before)} or more.`;
}

import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetVolumeOutputArgs } from "../_arguments.ts";
import type { Volume } from "../storage/volume.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getVolume}: `id` or `name`. */
export interface GetVolumeArgs {
  /** Id of the volume; the twin also takes the `Volume`. */
  id?: IdOf<Volume> | undefined;
  /** Name of the volume. */
  name?: string | undefined;
  /** Region of the volume, where several have the name. */
  region?: string | undefined;
}

/** What {@link getVolume} answers; what the answer lacks is left out (spec 4 note 1). */
export interface GetVolumeResult {
  id?: string;
  name?: string;
  region?: string;
  sizeGb?: number;
  filesystem?: string;
  status?: string;
}

const shape = z.object({
  id: z.string(),
  name: z.string(),
  region: z.string(),
  sizeGb: z.number(),
  filesystem: z.string(),
  status: z.string(),
});

/** See {@link getVolume}. */
export const volumeLookup = defineLookup({
  area: "storage",
  name: "getVolume",
  kind: "volume",
  verb: "list",
  by: ["id", "name"],
  filters: ["region"],
  shape,
});

/** Finds a volume by its id or name, in the list of all (spec 4.2). */
export async function getVolume(
  args: GetVolumeArgs,
  opts?: LookupOptions,
): Promise<GetVolumeResult> {
  return lookUpOne(volumeLookup, args, opts);
}

/** The twin of {@link getVolume} for arguments that are not known yet. */
export function getVolumeOutput(
  args: GetVolumeOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetVolumeResult> {
  return lookUpOneOutput(volumeLookup, args, opts);
}

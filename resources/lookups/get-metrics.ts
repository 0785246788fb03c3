import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../provider/contract/endpoints.ts";
import type { Deep } from "../../provider/dynamic.ts";
import { type LookupOptions, lookUpOne } from "./lookup.ts";

/** Arguments of {@link getMetrics}. */
export interface GetMetricsArgs {
  /** Name of the container. Give a resource's `id`: at preview its `name` is known before it exists. */
  name: string;
}

/** A measured value; its unit only where the answer carries one. */
export interface Measurement {
  value: number;
  unit?: string;
}

/** What {@link getMetrics} answers; what the answer lacks is left out (spec 4 note 1). */
export interface GetMetricsResult {
  cpu?: Measurement;
  memory?: Measurement;
  disk?: Measurement;
}

const measurement = z.union([
  z.number().transform((value) => ({ value })),
  z.object({ value: z.number(), unit: z.string().exactOptional() }),
]);
const shape = z.object({ cpu: measurement, memory: measurement, disk: measurement });

/** Reads the current CPU, memory and disk metrics of a container (spec 4.1). */
export async function getMetrics(
  { name }: GetMetricsArgs,
  opts?: LookupOptions,
): Promise<GetMetricsResult> {
  return lookUpOne(opts, { endpoint: endpoints.metrics.get, params: { name }, shape });
}

/** The twin of {@link getMetrics} for arguments that are not known yet. */
export function getMetricsOutput(
  args: Deep<GetMetricsArgs>,
  opts?: LookupOptions,
): pulumi.Output<GetMetricsResult> {
  return pulumi.output(args).apply((known) => getMetrics(known, opts));
}

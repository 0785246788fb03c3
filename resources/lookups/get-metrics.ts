import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { Props } from "../../provider/definition/session.ts";
import type { GetMetricsOutputArgs } from "../_arguments.ts";
import type { Container } from "../compute/container.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getMetrics}. */
export interface GetMetricsArgs {
  /** Name of the container; the twin also takes the `Container`. */
  name: IdOf<Container>;
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

const measurement = z.object({ value: z.number(), unit: z.string().exactOptional() });
const shape = z.object({ cpu: measurement, memory: measurement, disk: measurement });

/** See {@link getMetrics}. */
export const metricsLookup = defineLookup({
  area: "monitoring",
  name: "getMetrics",
  kind: "metrics",
  verb: "get",
  argument: { name: "name", fills: "name" },
  interpret: (observed) => ({
    cpu: measured(observed, "cpu"),
    memory: measured(observed, "memory"),
    disk: measured(observed, "disk"),
  }),
  shape,
});

/** Reads the current CPU, memory and disk metrics of a container (spec 4.1). */
export async function getMetrics(
  args: GetMetricsArgs,
  opts?: LookupOptions,
): Promise<GetMetricsResult> {
  return lookUpOne(metricsLookup, args, opts);
}

/** The twin of {@link getMetrics} for arguments that are not known yet. */
export function getMetricsOutput(
  args: GetMetricsOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetMetricsResult> {
  return lookUpOneOutput(metricsLookup, args, opts);
}

/** Names of the fields are not shown: `cpu`, `cpu_percent` and `cpu: { value, unit }` are understood. */
function measured(observed: Props, what: string): unknown {
  const [name = "", value] = Object.entries(observed).find(([key]) => key.startsWith(what)) ?? [];
  if (typeof value !== "number") return value;
  const unit = name.slice(what.length).toLowerCase();
  return unit === "" ? { value } : { value, unit };
}

import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetInstancesOutputArgs } from "../_arguments.ts";
import { instance } from "../compute/instance.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** An instance as the platform lists it. The spec does not show the fields of a listed one: what the answer lacks is left out (spec 4 note 1). */
export interface InstanceInfo {
  id?: string;
  name?: string;
  region?: string;
  plan?: string;
  image?: string;
  status?: string;
  ipAddresses?: string[];
  ipv6Addresses?: string[];
}

/** Arguments of {@link getInstances}. */
export interface GetInstancesArgs {
  /** Only those with this name; `*` is for any letters. */
  name?: string | undefined;
  /** Only those in this region. */
  region?: string | undefined;
}

/** What {@link getInstances} answers. */
export interface GetInstancesResult {
  instances: InstanceInfo[];
}

/** Fields that are taken of an answer. */
export const instanceInfo = z.object({
  id: z.string(),
  name: z.string(),
  region: z.string(),
  plan: z.string(),
  image: z.string(),
  status: z.string(),
  ipAddresses: z.array(z.string()),
  ipv6Addresses: z.array(z.string()),
});

/** See {@link getInstances}. */
export const instancesLookup = defineLookup({
  area: "compute",
  name: "getInstances",
  list: "instances",
  kind: "instance",
  verb: "list",
  filters: ["name", "region"],
  interpret: instance.interpret,
  shape: instanceInfo,
});

/** Lists instances (spec 4.2). */
export async function getInstances(
  args: GetInstancesArgs = {},
  opts?: LookupOptions,
): Promise<GetInstancesResult> {
  return { instances: await lookUpList(instancesLookup, args, opts) };
}

/** The twin of {@link getInstances} for programs that work with outputs. */
export function getInstancesOutput(
  args: GetInstancesOutputArgs = {},
  opts?: LookupOptions,
): pulumi.Output<GetInstancesResult> {
  return lookUpListOutput(instancesLookup, args, opts).apply((instances) => ({ instances }));
}

import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
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

/** What {@link getInstances} answers. */
export interface GetInstancesResult {
  instances: InstanceInfo[];
}

const shape = z.object({
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
  endpoint: endpoints.instance.list,
  interpret: instance.interpret,
  shape,
});

/** Lists instances (spec 4.2). */
export async function getInstances(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): Promise<GetInstancesResult> {
  return { instances: await lookUpList(instancesLookup, args, opts) };
}

/** The twin of {@link getInstances} for programs that work with outputs. */
export function getInstancesOutput(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): pulumi.Output<GetInstancesResult> {
  return lookUpListOutput(instancesLookup, args, opts).apply((instances) => ({ instances }));
}

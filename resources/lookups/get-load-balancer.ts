import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetLoadBalancerOutputArgs } from "../_arguments.ts";
import { type LoadBalancer, loadBalancer } from "../network/load-balancer.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getLoadBalancer}: `id` or `name`. */
export interface GetLoadBalancerArgs {
  /** Id of the load balancer; the twin also takes the `LoadBalancer`. */
  id?: IdOf<LoadBalancer> | undefined;
  /** Name of the load balancer. */
  name?: string | undefined;
  /** Region of the load balancer, where several have the name. */
  region?: string | undefined;
}

/** What {@link getLoadBalancer} answers; what the answer lacks is left out (spec 4 note 1). */
export interface GetLoadBalancerResult {
  id?: string;
  name?: string;
  region?: string;
  status?: string;
  ipAddresses?: string[];
}

const shape = z.object({
  id: z.string(),
  name: z.string(),
  region: z.string(),
  status: z.string(),
  ipAddresses: z.array(z.string()),
});

/** See {@link getLoadBalancer}. */
export const loadBalancerLookup = defineLookup({
  area: "network",
  name: "getLoadBalancer",
  kind: "loadBalancer",
  verb: "list",
  by: ["id", "name"],
  filters: ["region"],
  interpret: loadBalancer.interpret,
  shape,
});

/** Finds a load balancer by its id or name, in the list of all (spec 4.2). */
export async function getLoadBalancer(
  args: GetLoadBalancerArgs,
  opts?: LookupOptions,
): Promise<GetLoadBalancerResult> {
  return lookUpOne(loadBalancerLookup, args, opts);
}

/** The twin of {@link getLoadBalancer} for arguments that are not known yet. */
export function getLoadBalancerOutput(
  args: GetLoadBalancerOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetLoadBalancerResult> {
  return lookUpOneOutput(loadBalancerLookup, args, opts);
}

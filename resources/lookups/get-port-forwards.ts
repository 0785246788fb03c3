import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetPortForwardsOutputArgs } from "../_arguments.ts";
import type { Container } from "../compute/container.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** Arguments of {@link getPortForwards}. */
export interface GetPortForwardsArgs {
  /** Name of the container; the twin also takes the `Container`. */
  instanceName: IdOf<Container>;
}

/** A port forward as the platform lists it; what the answer lacks is left out (spec 4 note 1). */
export interface PortForwardInfo {
  protocol?: string;
  publicPort?: number;
  targetPort?: number;
  description?: string;
}

/** What {@link getPortForwards} answers. */
export interface GetPortForwardsResult {
  portForwards: PortForwardInfo[];
}

const shape = z.object({
  protocol: z.string(),
  publicPort: z.number(),
  targetPort: z.number(),
  description: z.string(),
});

/** See {@link getPortForwards}. */
export const portForwardsLookup = defineLookup({
  area: "compute",
  name: "getPortForwards",
  list: "portForwards",
  argument: { name: "instanceName", fills: "name" },
  kind: "portForward",
  verb: "list",
  shape,
});

/** Lists the port forwards of a container (spec 4.1). */
export async function getPortForwards(
  args: GetPortForwardsArgs,
  opts?: LookupOptions,
): Promise<GetPortForwardsResult> {
  return { portForwards: await lookUpList(portForwardsLookup, args, opts) };
}

/** The twin of {@link getPortForwards} for arguments that are not known yet. */
export function getPortForwardsOutput(
  args: GetPortForwardsOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetPortForwardsResult> {
  return lookUpListOutput(portForwardsLookup, args, opts).apply((portForwards) => ({
    portForwards,
  }));
}

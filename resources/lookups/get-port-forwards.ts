import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import type { Deep } from "../../provider/definition/resource-class.ts";
import { type LookupOptions, lookUpList } from "./lookup.ts";

/** Arguments of {@link getPortForwards}. */
export interface GetPortForwardsArgs {
  /** Name of the container. */
  instanceName: string;
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

/** Lists the port forwards of a container (spec 4.1). */
export async function getPortForwards(
  { instanceName }: GetPortForwardsArgs,
  opts?: LookupOptions,
): Promise<GetPortForwardsResult> {
  const question = { endpoint: endpoints.portForward.list, params: { name: instanceName }, shape };
  return { portForwards: await lookUpList(opts, question) };
}

/** The twin of {@link getPortForwards} for arguments that are not known yet. */
export function getPortForwardsOutput(
  args: Deep<GetPortForwardsArgs>,
  opts?: LookupOptions,
): pulumi.Output<GetPortForwardsResult> {
  return pulumi.output(args).apply((known) => getPortForwards(known, opts));
}

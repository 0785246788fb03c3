import type * as pulumi from "@pulumi/pulumi";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetNetworkOutputArgs } from "../_arguments.ts";
import { type Network, network } from "../network/network.ts";
import { type NetworkInfo, networkInfo } from "./get-networks.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getNetwork}: `id` or `name`. */
export interface GetNetworkArgs {
  /** Id of the network; the twin also takes the `Network`. */
  id?: IdOf<Network> | undefined;
  /** Name of the network. */
  name?: string | undefined;
}

/** What {@link getNetwork} answers. */
export type GetNetworkResult = NetworkInfo;

/** See {@link getNetwork}. */
export const networkLookup = defineLookup({
  area: "network",
  name: "getNetwork",
  kind: "network",
  verb: "list",
  by: ["id", "name"],
  interpret: network.interpret,
  shape: networkInfo,
});

/** Finds a network by its id or name, in the list of all (spec 4.1). */
export async function getNetwork(
  args: GetNetworkArgs,
  opts?: LookupOptions,
): Promise<GetNetworkResult> {
  return lookUpOne(networkLookup, args, opts);
}

/** The twin of {@link getNetwork} for arguments that are not known yet. */
export function getNetworkOutput(
  args: GetNetworkOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetNetworkResult> {
  return lookUpOneOutput(networkLookup, args, opts);
}

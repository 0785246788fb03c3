import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetNetworksOutputArgs } from "../_arguments.ts";
import { network } from "../network/network.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** A network as the platform lists it. The spec does not show the fields of a listed one: what the answer lacks is left out (spec 4 note 1). */
export interface NetworkInfo {
  id?: string;
  name?: string;
  description?: string;
  config?: Record<string, string>;
}

/** Arguments of {@link getNetworks}. */
export interface GetNetworksArgs {
  /** Only those with this name; `*` is for any letters. */
  name?: string | undefined;
}

/** What {@link getNetworks} answers. */
export interface GetNetworksResult {
  networks: NetworkInfo[];
}

/** Fields that are taken of an answer. */
export const networkInfo = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  config: z.record(z.string(), z.string()),
});

/** See {@link getNetworks}. */
export const networksLookup = defineLookup({
  area: "network",
  name: "getNetworks",
  list: "networks",
  kind: "network",
  verb: "list",
  filters: ["name"],
  interpret: network.interpret,
  shape: networkInfo,
});

/** Lists private networks (spec 4.1). */
export async function getNetworks(
  args: GetNetworksArgs = {},
  opts?: LookupOptions,
): Promise<GetNetworksResult> {
  return { networks: await lookUpList(networksLookup, args, opts) };
}

/** The twin of {@link getNetworks} for programs that work with outputs. */
export function getNetworksOutput(
  args: GetNetworksOutputArgs = {},
  opts?: LookupOptions,
): pulumi.Output<GetNetworksResult> {
  return lookUpListOutput(networksLookup, args, opts).apply((networks) => ({ networks }));
}

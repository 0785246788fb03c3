import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import { network } from "../network/network.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** A network as the platform lists it. The spec does not show the fields of a listed one: what the answer lacks is left out (spec 4 note 1). */
export interface NetworkInfo {
  id?: string;
  name?: string;
  description?: string;
  config?: Record<string, string>;
}

/** What {@link getNetworks} answers. */
export interface GetNetworksResult {
  networks: NetworkInfo[];
}

const shape = z.object({
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
  endpoint: endpoints.network.list,
  interpret: network.interpret,
  shape,
});

/** Lists private networks (spec 4.1). */
export async function getNetworks(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): Promise<GetNetworksResult> {
  return { networks: await lookUpList(networksLookup, args, opts) };
}

/** The twin of {@link getNetworks} for programs that work with outputs. */
export function getNetworksOutput(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): pulumi.Output<GetNetworksResult> {
  return lookUpListOutput(networksLookup, args, opts).apply((networks) => ({ networks }));
}

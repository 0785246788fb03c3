import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import { container, type PortBlock, portBlock } from "../compute/container.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** A container as the platform lists it. The spec does not show the fields of a listed one: what the answer lacks is left out (spec 4 note 1). */
export interface ContainerInfo {
  name?: string;
  image?: string;
  status?: string;
  ipAddresses?: string[];
  ipv6Addresses?: string[];
  portBlock?: PortBlock;
}

/** What {@link getContainers} answers. */
export interface GetContainersResult {
  containers: ContainerInfo[];
}

/** Fields that are taken of a container's answer. */
export const containerInfo = z.object({
  name: z.string(),
  image: z.string(),
  status: z.string(),
  ipAddresses: z.array(z.string()),
  ipv6Addresses: z.array(z.string()),
  portBlock,
});

/** See {@link getContainers}. */
export const containersLookup = defineLookup({
  area: "compute",
  name: "getContainers",
  list: "containers",
  endpoint: endpoints.container.list,
  interpret: container.interpret,
  shape: containerInfo,
});

/** Lists the containers of the organization (spec 4.1). */
export async function getContainers(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): Promise<GetContainersResult> {
  return { containers: await lookUpList(containersLookup, args, opts) };
}

/** The twin of {@link getContainers} for programs that work with outputs. */
export function getContainersOutput(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): pulumi.Output<GetContainersResult> {
  return lookUpListOutput(containersLookup, args, opts).apply((containers) => ({ containers }));
}

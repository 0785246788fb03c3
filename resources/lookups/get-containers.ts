import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetContainersOutputArgs } from "../_arguments.ts";
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

/** Arguments of {@link getContainers}. */
export interface GetContainersArgs {
  /** Only those with this name; `*` is for any letters. */
  name?: string | undefined;
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
  kind: "container",
  verb: "list",
  filters: ["name"],
  interpret: container.interpret,
  shape: containerInfo,
});

/** Lists the containers of the organization (spec 4.1). */
export async function getContainers(
  args: GetContainersArgs = {},
  opts?: LookupOptions,
): Promise<GetContainersResult> {
  return { containers: await lookUpList(containersLookup, args, opts) };
}

/** The twin of {@link getContainers} for programs that work with outputs. */
export function getContainersOutput(
  args: GetContainersOutputArgs = {},
  opts?: LookupOptions,
): pulumi.Output<GetContainersResult> {
  return lookUpListOutput(containersLookup, args, opts).apply((containers) => ({ containers }));
}

import type * as pulumi from "@pulumi/pulumi";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetContainerOutputArgs } from "../_arguments.ts";
import { type Container, container } from "../compute/container.ts";
import { type ContainerInfo, containerInfo } from "./get-containers.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getContainer}. */
export interface GetContainerArgs {
  /** Name of the container; the twin also takes the `Container`. */
  name: IdOf<Container>;
}

/** What {@link getContainer} answers. */
export type GetContainerResult = ContainerInfo;

/** See {@link getContainer}. */
export const containerLookup = defineLookup({
  area: "compute",
  name: "getContainer",
  kind: "container",
  verb: "get",
  argument: { name: "name", fills: "name" },
  interpret: container.interpret,
  shape: containerInfo,
});

/** Reads one container (spec 4.1). */
export async function getContainer(
  args: GetContainerArgs,
  opts?: LookupOptions,
): Promise<GetContainerResult> {
  return lookUpOne(containerLookup, args, opts);
}

/** The twin of {@link getContainer} for arguments that are not known yet. */
export function getContainerOutput(
  args: GetContainerOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetContainerResult> {
  return lookUpOneOutput(containerLookup, args, opts);
}

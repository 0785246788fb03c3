import * as pulumi from "@pulumi/pulumi";
import { endpoints } from "../../contract/endpoints.ts";
import type { Deep } from "../../provider/definition/resource-class.ts";
import { container } from "../compute/container.ts";
import { type ContainerInfo, containerInfo } from "./get-containers.ts";
import { type LookupOptions, lookUpOne } from "./lookup.ts";

/** Arguments of {@link getContainer}. */
export interface GetContainerArgs {
  /** Name of the container. Give a resource's `id`: at preview its `name` is known before it exists. */
  name: string;
}

/** What {@link getContainer} answers. */
export type GetContainerResult = ContainerInfo;

/** Reads one container (spec 4.1). */
export async function getContainer(
  { name }: GetContainerArgs,
  opts?: LookupOptions,
): Promise<GetContainerResult> {
  const endpoint = endpoints.container.get;
  return lookUpOne(opts, {
    endpoint,
    params: { name },
    interpret: container.interpret,
    shape: containerInfo,
  });
}

/** The twin of {@link getContainer} for arguments that are not known yet. */
export function getContainerOutput(
  args: Deep<GetContainerArgs>,
  opts?: LookupOptions,
): pulumi.Output<GetContainerResult> {
  return pulumi.output(args).apply((known) => getContainer(known, opts));
}

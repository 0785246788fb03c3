import type * as pulumi from "@pulumi/pulumi";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetInstanceOutputArgs } from "../_arguments.ts";
import { type Instance, instance } from "../compute/instance.ts";
import { type InstanceInfo, instanceInfo } from "./get-instances.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getInstance}: `id` or `name`. */
export interface GetInstanceArgs {
  /** Id of the instance; the twin also takes the `Instance`. */
  id?: IdOf<Instance> | undefined;
  /** Name of the instance. */
  name?: string | undefined;
  /** Region of the instance, where several have the name. */
  region?: string | undefined;
}

/** What {@link getInstance} answers. */
export type GetInstanceResult = InstanceInfo;

/** See {@link getInstance}. */
export const instanceLookup = defineLookup({
  area: "compute",
  name: "getInstance",
  kind: "instance",
  verb: "list",
  by: ["id", "name"],
  filters: ["region"],
  interpret: instance.interpret,
  shape: instanceInfo,
});

/** Finds an instance by its id or name, in the list of all (spec 4.2). */
export async function getInstance(
  args: GetInstanceArgs,
  opts?: LookupOptions,
): Promise<GetInstanceResult> {
  return lookUpOne(instanceLookup, args, opts);
}

/** The twin of {@link getInstance} for arguments that are not known yet. */
export function getInstanceOutput(
  args: GetInstanceOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetInstanceResult> {
  return lookUpOneOutput(instanceLookup, args, opts);
}

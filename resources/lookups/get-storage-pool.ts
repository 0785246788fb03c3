import type * as pulumi from "@pulumi/pulumi";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetStoragePoolOutputArgs } from "../_arguments.ts";
import { type StoragePoolInfo, storagePoolInfo } from "./get-storage-pools.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getStoragePool}. */
export interface GetStoragePoolArgs {
  /** Name of the storage pool. */
  name: string;
}

/** What {@link getStoragePool} answers. */
export type GetStoragePoolResult = StoragePoolInfo;

/** See {@link getStoragePool}. */
export const storagePoolLookup = defineLookup({
  area: "storage",
  name: "getStoragePool",
  kind: "storagePool",
  verb: "list",
  by: ["name"],
  shape: storagePoolInfo,
});

/** Finds a storage pool by its name, in the list of all (spec 4.1). */
export async function getStoragePool(
  args: GetStoragePoolArgs,
  opts?: LookupOptions,
): Promise<GetStoragePoolResult> {
  return lookUpOne(storagePoolLookup, args, opts);
}

/** The twin of {@link getStoragePool} for arguments that are not known yet. */
export function getStoragePoolOutput(
  args: GetStoragePoolOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetStoragePoolResult> {
  return lookUpOneOutput(storagePoolLookup, args, opts);
}

import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetStoragePoolsOutputArgs } from "../_arguments.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** A storage pool as the platform lists it. The spec does not show the fields of a listed one: what the answer lacks is left out (spec 4 note 1). */
export interface StoragePoolInfo {
  name?: string;
}

/** Arguments of {@link getStoragePools}. */
export interface GetStoragePoolsArgs {
  /** Only those with this name; `*` is for any letters. */
  name?: string | undefined;
}

/** What {@link getStoragePools} answers. */
export interface GetStoragePoolsResult {
  storagePools: StoragePoolInfo[];
}

/** Fields that are taken of an answer. */
export const storagePoolInfo = z.object({
  name: z.string(),
});

/** See {@link getStoragePools}. */
export const storagePoolsLookup = defineLookup({
  area: "storage",
  name: "getStoragePools",
  list: "storagePools",
  kind: "storagePool",
  verb: "list",
  filters: ["name"],
  shape: storagePoolInfo,
});

/** Lists the storage pools of the organization (spec 4.1). */
export async function getStoragePools(
  args: GetStoragePoolsArgs = {},
  opts?: LookupOptions,
): Promise<GetStoragePoolsResult> {
  return { storagePools: await lookUpList(storagePoolsLookup, args, opts) };
}

/** The twin of {@link getStoragePools} for programs that work with outputs. */
export function getStoragePoolsOutput(
  args: GetStoragePoolsOutputArgs = {},
  opts?: LookupOptions,
): pulumi.Output<GetStoragePoolsResult> {
  return lookUpListOutput(storagePoolsLookup, args, opts).apply((storagePools) => ({
    storagePools,
  }));
}

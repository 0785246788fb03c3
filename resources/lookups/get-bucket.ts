import type * as pulumi from "@pulumi/pulumi";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetBucketOutputArgs } from "../_arguments.ts";
import { bucket } from "../storage/bucket.ts";
import { type BucketInfo, bucketInfo } from "./get-buckets.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getBucket}. */
export interface GetBucketArgs {
  /** Name of the bucket. */
  name: string;
}

/** What {@link getBucket} answers. */
export type GetBucketResult = BucketInfo;

/** See {@link getBucket}. */
export const bucketLookup = defineLookup({
  area: "storage",
  name: "getBucket",
  kind: "bucket",
  verb: "list",
  by: ["name"],
  interpret: bucket.interpret,
  shape: bucketInfo,
});

/** Finds a bucket by its name, without its credentials, in the list of all (spec 4.1). */
export async function getBucket(
  args: GetBucketArgs,
  opts?: LookupOptions,
): Promise<GetBucketResult> {
  return lookUpOne(bucketLookup, args, opts);
}

/** The twin of {@link getBucket} for arguments that are not known yet. */
export function getBucketOutput(
  args: GetBucketOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetBucketResult> {
  return lookUpOneOutput(bucketLookup, args, opts);
}

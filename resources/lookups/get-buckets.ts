import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetBucketsOutputArgs } from "../_arguments.ts";
import { bucket } from "../storage/bucket.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** A bucket as the platform lists it. The spec does not show the fields of a listed one: what the answer lacks is left out (spec 4 note 1). */
export interface BucketInfo {
  name?: string;
  endpoint?: string;
}

/** Arguments of {@link getBuckets}. */
export interface GetBucketsArgs {
  /** Only those with this name; `*` is for any letters. */
  name?: string | undefined;
}

/** What {@link getBuckets} answers. */
export interface GetBucketsResult {
  buckets: BucketInfo[];
}

/** Fields that are taken of an answer. */
export const bucketInfo = z.object({
  name: z.string(),
  endpoint: z.string(),
});

/** See {@link getBuckets}. */
export const bucketsLookup = defineLookup({
  area: "storage",
  name: "getBuckets",
  list: "buckets",
  kind: "bucket",
  verb: "list",
  filters: ["name"],
  interpret: bucket.interpret,
  shape: bucketInfo,
});

/** Lists buckets, without their credentials (spec 4.1). */
export async function getBuckets(
  args: GetBucketsArgs = {},
  opts?: LookupOptions,
): Promise<GetBucketsResult> {
  return { buckets: await lookUpList(bucketsLookup, args, opts) };
}

/** The twin of {@link getBuckets} for programs that work with outputs. */
export function getBucketsOutput(
  args: GetBucketsOutputArgs = {},
  opts?: LookupOptions,
): pulumi.Output<GetBucketsResult> {
  return lookUpListOutput(bucketsLookup, args, opts).apply((buckets) => ({ buckets }));
}

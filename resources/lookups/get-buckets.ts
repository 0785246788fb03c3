import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import { bucket } from "../storage/bucket.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** A bucket as the platform lists it. The spec does not show the fields of a listed one: what the answer lacks is left out (spec 4 note 1). */
export interface BucketInfo {
  name?: string;
  endpoint?: string;
}

/** What {@link getBuckets} answers. */
export interface GetBucketsResult {
  buckets: BucketInfo[];
}

const shape = z.object({
  name: z.string(),
  endpoint: z.string(),
});

/** See {@link getBuckets}. */
export const bucketsLookup = defineLookup({
  area: "storage",
  name: "getBuckets",
  list: "buckets",
  endpoint: endpoints.bucket.list,
  interpret: bucket.interpret,
  shape,
});

/** Lists buckets, without their credentials (spec 4.1). */
export async function getBuckets(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): Promise<GetBucketsResult> {
  return { buckets: await lookUpList(bucketsLookup, args, opts) };
}

/** The twin of {@link getBuckets} for programs that work with outputs. */
export function getBucketsOutput(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): pulumi.Output<GetBucketsResult> {
  return lookUpListOutput(bucketsLookup, args, opts).apply((buckets) => ({ buckets }));
}

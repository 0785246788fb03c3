import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { isPathSegment } from "../../contract/ids.ts";
import { type Json, programName } from "../../contract/naming.ts";
import { defineResource } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { BucketArgs } from "../_arguments.ts";
import { isSameButForName, rawNameProblems } from "../raw.ts";

/** Inputs of a {@link Bucket} (spec 2.6). */
export interface BucketInputs {
  /** Name, which is also its id; `<logical name>-<hash>` unless given. Changing it is refused without `allowDataLoss`. */
  name?: string;
  /** Further fields of the create request in the platform's own words, without `name`. Changing them is refused without `allowDataLoss`. */
  raw?: Record<string, Json>;
  /** Lets a change replace the bucket, which loses its data. */
  allowDataLoss?: boolean;
}

/** Outputs of a {@link Bucket}; only the answer to its creation shows the credentials. */
export interface BucketOutputs {
  /** S3-compatible address. */
  endpoint: string;
  /** Access key; a secret. */
  accessKey: string;
  /** Secret key; a secret. */
  secretKey: string;
}

const of = { kind: "bucket", noun: "bucket" } as const;

const losesData = { on: "refuse", unless: "allowDataLoss", why: "loses its data" } as const;

export const bucket = defineResource<BucketInputs, BucketOutputs>()({
  type: "storage:Bucket",
  ...of,
  inputs: z.object({
    name: z
      .string()
      .refine(isPathSegment, "must be 1 to 128 letters, digits or any of ._@+-")
      .exactOptional(),
    raw: z.record(z.string(), z.json()).exactOptional(),
    allowDataLoss: z.boolean().exactOptional(),
  }),
  outputs: z.object({ endpoint: z.string(), accessKey: z.string(), secretKey: z.string() }),
  changes: {
    name: { ...losesData, isWord: true },
    raw: losesData,
    allowDataLoss: { on: "ignore" },
  },
  secrets: ["accessKey", "secretKey"],
  shownOnce: ["accessKey", "secretKey"],
  replacement: {
    order: "deleteFirst",
    why: "Its data is lost either way, and a program never finds an empty one beside the full one.",
  },
  holds: ["data"],
  gaps: [
    "The payload and the answer of a create (spec 4 note 3).",
    "Paths to read and delete a bucket (spec 4 note 4).",
  ],
  validate: ({ raw = {} }, context) => rawNameProblems(of, raw, context),
  equivalent: (state, { raw, ...inputs }) =>
    isSameButForName(of.kind, { raw: {}, ...state }, { ...inputs, raw: raw ?? {} }) ? ["raw"] : [],
  body: ({ name = "", raw }) => ({ name, ...raw }),
  interpret: (observed, assumptions) => ({
    endpoint: observed[programName(assumptions["fields.bucketEndpoint"])],
    accessKey: observed[programName(assumptions["fields.bucketAccessKey"])],
    secretKey: observed[programName(assumptions["fields.bucketSecretKey"])],
  }),
});

/** An S3-compatible bucket. Its credentials are kept from the answer to the create as secrets. */
export interface Bucket extends pulumi.CustomResource, Attributes<BucketInputs, BucketOutputs> {}

export const Bucket: ResourceClass<BucketArgs, Bucket> = resourceClass<
  BucketInputs,
  BucketOutputs
>()(bucket);

import { z } from "zod";
import { bucketEndpoint } from "../addresses.ts";
import { defineKind } from "../world.ts";

const Bucket = z.object({
  name: z.string(),
  access_key: z.string(),
  // spec 2.6: the secret is in the answer to the create alone; the file never holds it.
  secret_key_sha256: z.string(),
  /** Fields of its definition besides the ones we know. */
  others: z.record(z.string(), z.json()),
});

/** S3-compatible buckets (spec 2.6): their id is their name. */
export const buckets = defineKind<z.infer<typeof Bucket>>({
  kind: "bucket",
  noun: "bucket",
  record: Bucket,
  view: ({ name, others }, { assumptions }) => ({
    ...others,
    name,
    [assumptions["fields.bucketEndpoint"]]: bucketEndpoint,
  }),
});

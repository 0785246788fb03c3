import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { segmentPattern } from "../../contract/ids.ts";
import { findRoute } from "../../contract/routes.ts";
import { type Answer, created } from "../answer.ts";
import { newKeyValue } from "../auth.ts";
import { sha256 } from "../hash.ts";
import { randomId } from "../ids.ts";
import { buckets } from "../kinds/bucket.ts";
import { otherFields } from "../other-fields.ts";
import { type Call, deleting, listing, type Route, reading, route } from "../route.ts";

const Bucket = z.object({
  name: z.string().regex(segmentPattern, "a name is one segment of a path"),
});

/** S3-compatible buckets (spec 2.6). */
export function bucketRoutes(assumptions: Assumptions): readonly Route[] {
  const { bucket } = endpoints;
  return [
    ...route(bucket.list, listing(buckets)),
    ...route(bucket.create, createBucket),
    ...route(findRoute("bucket", "get", assumptions), reading(buckets)),
    ...route(findRoute("bucket", "delete", assumptions), deleting(buckets)),
  ];
}

function createBucket(call: Call): Answer {
  const { world, body } = call;
  const refused = "bucket was not created";
  const { name } = body(Bucket, refused);
  // The name is the id, so it is unique whatever is assumed about names.
  if (world.objects.find(buckets, name) !== undefined) {
    throw world.refusal("conflict", `bucket "${name}" was not created: it exists already`);
  }
  const {
    "fields.bucketEndpoint": endpoint,
    "fields.bucketAccessKey": accessKey,
    "fields.bucketSecretKey": secretKey,
  } = world.assumptions;
  const others = otherFields(call, refused, ["name", endpoint, accessKey, secretKey]);
  const access_key = randomId("local_", 20);
  const secret = newKeyValue();
  const record = { name, access_key, secret_key_sha256: sha256(secret), others };
  const bucket = world.objects.insert(buckets, record, name);
  // spec 2.6: the one answer that shows the credentials
  const credentials = { [accessKey]: access_key, [secretKey]: secret };
  return created({ ...buckets.view(bucket, world), ...credentials });
}

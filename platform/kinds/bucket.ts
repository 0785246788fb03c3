import { z } from "zod";
import { segmentPattern } from "../../contract/ids.ts";
import { sha256 } from "../access/hash.ts";
import { newKeyValue } from "../access/keys.ts";
import { type Answer, created, type JsonObject } from "../http/answer.ts";
import { type Call, deleting, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema } from "../lazy-schema.ts";
import { otherFields } from "../other-fields.ts";
import { fields, stated } from "../rules/stated.ts";
import { randomId } from "../store/ids.ts";
import { shape } from "../store/objects.ts";

interface Bucket {
  readonly name: string;
  readonly access_key: string;
  // spec 2.6: the secret is in the answer to the create alone; the file never holds it.
  readonly secret_key_sha256: string;
  /** Fields of its definition besides the ones we know. */
  readonly others: JsonObject;
}

const NewBucket = lazySchema(() =>
  fields({
    name: stated(
      z.string().regex(segmentPattern, "a name is one segment of a path"),
      "2.6: Bucket fields: not shown.",
      "routes.bucket.get",
    ),
  }).strip(),
);

const s3Name = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** S3-compatible buckets (spec 2.6): their id is their name. */
export const buckets = defineKind({
  kind: "bucket",
  noun: "bucket",
  record: shape<Bucket>(),
  view: ({ name, others }, { assumptions, settings }) => ({
    ...others,
    name,
    [assumptions["fields.bucketEndpoint"]]: settings.bucketEndpoint,
  }),
  serve: (self) => ({
    list: listing(self),
    create: createBucket,
    get: reading(self),
    delete: deleting(self),
  }),
});

function createBucket(call: Call): Answer {
  const { world, body } = call;
  const refused = "bucket was not created";
  const { name } = body(NewBucket, refused);
  if (world.choice("names.buckets") === "s3" && !s3Name.test(name)) {
    const why = "it is not one that S3 allows";
    throw world.notAccepted("names.buckets", { refused, field: "name" }, why);
  }
  // The name is the id, so it is unique in the account whatever is assumed about names.
  if (world.account.find(buckets, name) !== undefined) {
    throw world.refusal("conflict", "names.scope", `bucket "${name}" exists already`);
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

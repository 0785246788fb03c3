import { z } from "zod";
import { segmentPattern } from "../../contract/ids.ts";
import { newKeyValue } from "../access/index.ts";
import { type JsonObject, randomId, shape } from "../store/index.ts";
import { type Answer, created } from "./common/answer.ts";
import { type Call, deleting, listing, reading, serveKind } from "./common/kind.ts";

interface Bucket {
  readonly name: string;
  /** Fields of its definition besides the ones we know: the spec does not show them (spec 4 note 3). */
  readonly others: JsonObject;
}

const NewBucket = z
  .object({ name: z.string().regex(segmentPattern, "a name is one segment of a path") })
  .catchall(z.json());

/** A name that leads nowhere (RFC 2606): there is no S3 server here. */
const endpoint = "https://s3.hosting.invalid";

/** S3-compatible buckets (spec 2.6): their id is their name. */
export const buckets = serveKind({
  kind: "bucket",
  spec: "2.6",
  noun: "bucket",
  record: shape<Bucket>(),
  view: ({ name, others }, { assumptions }) => ({
    ...others,
    name,
    [assumptions["fields.bucketEndpoint"]]: endpoint,
  }),
  serve: (self) => ({
    list: listing(self),
    create: createBucket,
    get: reading(self),
    delete: deleting(self),
  }),
});

function createBucket({ context, body }: Call): Answer {
  const { "fields.bucketAccessKey": accessKey, "fields.bucketSecretKey": secretKey } =
    context.assumptions;
  // No answer shows credentials but the create's, also not those that somebody gives.
  const given = body(NewBucket, "bucket was not created");
  const { name, [accessKey]: _id, [secretKey]: _secret, ...others } = given;
  // The name is the id, so it is unique in the account whatever is assumed about names.
  if (context.account.find(buckets, name) !== undefined) {
    const rule = "not shown: refusals.conflict";
    throw context.refusal("conflict", rule, `bucket "${name}" exists already`);
  }
  const bucket = context.objects.insert(buckets, { name, others }, name);
  // spec 2.6: the one answer that shows the credentials; nothing here takes them.
  const credentials = { [accessKey]: randomId("local_", 20), [secretKey]: newKeyValue() };
  return created({ ...buckets.view(bucket, context), ...credentials });
}

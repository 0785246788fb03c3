import { created, lookUp, one, refuseTwin, removed, unset } from "./answer.ts";
import { type Area, type Call, parameter, type Reply, type Route } from "./call.ts";
import { Form } from "./form.ts";
import { open } from "./open.ts";
import { listed } from "./paging.ts";
import { READ, WRITE } from "./storage.ts";
import { type Fields, type Platform, type Thing, text } from "./store.ts";

export function bucketRoutes(platform: Platform): Route[] {
  const buckets = "/api/v1/storage/buckets";
  const bucketOf = (call: Call): Thing => lookUp(call, BUCKET, parameter(call, "key"));
  return [
    {
      method: "GET",
      path: buckets,
      need: READ,
      run: (call) => listed(call, BUCKET, call.platform.of("bucket", call.organization)),
    },
    { method: "POST", path: buckets, need: WRITE, run: createBucket },
    ...open(
      platform,
      { name: "bucket.get", base: buckets },
      { need: READ, run: (call) => one(call, BUCKET, bucketOf(call)) },
    ),
    ...open(
      platform,
      { name: "bucket.remove", base: buckets },
      { need: WRITE, run: (call) => removed(call, BUCKET, bucketOf(call)) },
    ),
  ];
}

/** §2.6, §4.1: an endpoint and credentials; their names are not shown. */
function bucketView(platform: Platform, thing: Thing): Fields {
  const { choices } = platform;
  const endpoint = `https://s3.thirdparty.example`;
  const secret = choices.secretsLater === "masked" ? "********" : undefined;
  return {
    endpoint,
    ...credentials(platform, thing, secret),
    ...unset(choices, "region", thing.fields["region"]),
  };
}

function credentials(platform: Platform, thing: Thing, secret: string | undefined): Fields {
  const key = text(thing.fields["access_key"]);
  const hidden = secret === undefined;
  if (platform.choices.bucketBody === "flat")
    return { access_key: key, ...(hidden ? {} : { secret_key: secret }) };
  return { credentials: { access_key_id: key, ...(hidden ? {} : { secret_access_key: secret }) } };
}

const BUCKET: Area = {
  kind: "bucket",
  singular: "bucket",
  plural: "buckets",
  label: "bucket",
  view: bucketView,
  brief: ["endpoint"],
};

function createBucket(call: Call): Reply {
  const { platform } = call;
  // §4 "Not shown 3": the payload. A name is the least that a bucket needs.
  const form = new Form(call, "bucket");
  const name = form.name();
  const region = form.text("region");
  form.done();
  refuseTwin(call, BUCKET, { name });
  const secret = platform.dice.word(
    40,
    "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz0123456789",
  );
  const fields: Fields = {
    access_key: platform.dice.word(20, "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"),
    secret_key: secret,
  };
  if (region !== undefined) fields["region"] = region;
  const thing = platform.add({ kind: "bucket", organization: call.organization, name, fields });
  return created(call, BUCKET, {
    thing,
    shown: {
      endpoint: bucketView(platform, thing)["endpoint"],
      ...credentials(platform, thing, secret),
    },
  });
}

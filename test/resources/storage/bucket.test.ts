import { describe, expect, test } from "vitest";
import { UNKNOWN as unknown } from "../../../contract/values/unknown.ts";
import { HostingError } from "../../../provider/errors.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { bucket } from "../../../resources/storage/bucket.ts";
import { freeName } from "../../support/fake-api.ts";
import { declared, errorOf, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const files = classUnderTest(bucket);
const inputs = { name: "files" };
const generated = { ...inputs, __generatedName: true };
const credentials = { endpoint: "https://s3.example", access_key: "AK", secret_key: "SK" };
const free = freeName("POST /api/v1/storage/buckets");
const post = { call: "POST /api/v1/storage/buckets", body: { name: "files" } };
const list = "GET /api/v1/storage/buckets";

describe("a bucket", () => {
  test.each(["", "a b", "a/b", "..", "x".repeat(129)])(
    "is never named %j: its name is its id",
    (name) => {
      expect(files.refused({ name })).toEqual(["name"]);
    },
  );

  test.each([
    { raw: { name: "other", acl: "private" } },
    { ...inputs, raw: { name: "other" } },
    { ...inputs, raw: { bucket: { name: "other" } } },
    { ...inputs, raw: { name: "files", bucket: { name: "other" } } },
  ])("is named by `name` alone: under another name it would be made and never found (%j)", (of) => {
    expect(files.refused(of)).toEqual(["raw"]);
  });

  test.each([
    { ...inputs, raw: { acl: "private" } },
    { ...inputs, raw: { name: "files", acl: "private" } },
    { ...inputs, raw: { bucket: { name: "files" } } },
    { ...inputs, raw: { policy: { name: "public-read" } } },
    { name: unknown, raw: { name: "files" } },
  ])("may repeat its name, and name others: %j", (of) => {
    expect(files.refused(of)).toEqual([]);
  });

  test("that was named by us may repeat that name", () => {
    const raw = { name: "main-abc" };
    expect(files.refused({ raw }, { name: "main-abc" })).toEqual([]);
    expect(files.refused({ raw }, { name: "main-xyz" })).toEqual(["raw"]);
  });

  test.each([
    [{ acl: "private" }, { name: "files", acl: "private" }],
    [{ bucket: { acl: "private" } }, { bucket: { acl: "private", name: "files" } }],
    [undefined, { name: "files" }],
  ])("is as before where `raw` repeats its name, or does so no more: %j", (without, repeating) => {
    const plain = without === undefined ? inputs : { ...inputs, raw: without };
    const named = { ...inputs, raw: repeating };
    const same = { changes: false, replaces: [] };
    expect(files.diff(plain, named)).toMatchObject(same);
    expect(files.diff(named, plain)).toMatchObject(same);
  });

  test("is another one where `raw` had another name, or says something else besides", () => {
    const before = { ...inputs, raw: { name: "files", acl: "private" } };
    for (const [from, to] of [
      [{ ...inputs, raw: { name: "other" } }, inputs],
      [before, { ...inputs, raw: { acl: "public" } }],
    ]) {
      expect(() => files.diff(from ?? {}, to ?? {})).toThrow("which loses its data");
    }
  });

  test("keeps the credentials that only its creation shows", async () => {
    const context = newContext([free, { ...post, answer: { name: "files", ...credentials } }], {
      assumedRoutes: "never",
    });
    const { id, state } = await create(context, bucket, declared(generated));
    const outputs = { endpoint: "https://s3.example", accessKey: "AK", secretKey: "SK" };
    expect({ id, state }).toMatchObject({ id: "files", state: outputs });
    const shown = { call: list, answer: [{ name: "files", endpoint: "https://s3.example" }] };
    const assumptions = { assumptions: { "routes.bucket.get": "none" } };
    const again = newContext([shown], assumptions);
    const refreshed = await read(again, bucket, { id, props: state });
    expect(refreshed.state).toMatchObject(outputs);
  });

  test("keeps them whatever a later answer shows in their place", async () => {
    const masked = { ...credentials, access_key: "****", secret_key: "********" };
    const shown = { call: list, answer: [{ name: "files", status: "active", ...masked }] };
    const assumptions = { assumptions: { "routes.bucket.get": "none" } };
    const pending = { name: "files", status: "creating", ...credentials };
    const context = newContext([free, { ...post, answer: pending }, shown], assumptions);
    const outputs = { accessKey: "AK", secretKey: "SK" };
    const { id, state } = await create(context, bucket, declared(generated));
    expect(state).toMatchObject(outputs);
    const again = newContext([shown], assumptions);
    const refreshed = await read(again, bucket, { id, props: state });
    expect(refreshed.state).toMatchObject(outputs);
  });

  test("whose creation was answered by nobody has none of what a list shows in their place", async () => {
    const masked = { name: "files", ...credentials, secret_key: "********" };
    const doubt = { applied: false, settlesInMs: 15_000 };
    const lost = new HostingError("unknownOutcome", "no answer came", { doubt });
    const context = newContext([free, { ...post, error: lost }, { call: list, answer: [masked] }], {
      assumptions: { "routes.bucket.get": "none" },
    });
    const { id, state } = await create(context, bucket, declared(generated));
    expect(id).toBe("files");
    expect(state).not.toHaveProperty("secretKey");
    expect(context.said.join()).toContain("accessKey, secretKey are shown at creation only");
  });

  test("takes the names of its answer's fields from the assumptions", async () => {
    const assumptions = {
      "fields.bucketEndpoint": "url",
      "fields.bucketAccessKey": "key_id",
      "fields.bucketSecretKey": "key_secret",
    };
    const answer = { url: "https://s3.example", key_id: "AK", key_secret: "SK" };
    const context = newContext([free, { ...post, answer }], {
      assumedRoutes: "never",
      assumptions,
    });
    const { state } = await create(context, bucket, declared(generated));
    expect(state).toMatchObject({ accessKey: "AK", secretKey: "SK" });
  });

  test("that is taken over warns that its credentials stay unknown", async () => {
    const shown = { call: list, answer: [{ name: "files", ...credentials, secret_key: "****" }] };
    const context = newContext([shown], { assumptions: { "routes.bucket.get": "none" } });
    const { state } = await create(context, bucket, declared({ ...inputs, adopt: "files" }));
    expect(state).toMatchObject({ endpoint: "https://s3.example" });
    expect(state).not.toHaveProperty("secretKey");
    expect(context.said.join()).toContain("accessKey, secretKey are shown at creation only");
  });

  test.each([{ name: "other" }, { raw: { versioned: true } }])(
    "is not replaced for %j unless its data may be lost",
    async (change) => {
      const after = { ...inputs, ...change };
      const error = await errorOf(() => files.diff(inputs, after));
      expect(error.message).toContain("which loses its data");
      expect(files.diff(inputs, { ...after, allowDataLoss: true })).toMatchObject({
        replaces: Object.keys(change),
        deleteBeforeReplace: true,
      });
    },
  );
});

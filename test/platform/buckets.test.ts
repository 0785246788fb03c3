import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { newWorld, type Reply } from "./support.ts";

/** The text field of an answer. */
function field({ body }: Reply, name: string): string {
  const value: unknown = Object(body)[name];
  if (typeof value === "string") return value;
  throw new Error(`the answer has no ${name}: ${JSON.stringify(body)}`);
}

describe("spec 2.6, 4.1: buckets", () => {
  test("the answer to its creation alone shows the credentials", async () => {
    const { send, platform } = newWorld();
    const created = await send("POST /api/v1/storage/buckets", { name: "media" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      name: "media",
      endpoint: expect.stringMatching(/^https:\/\/.+\.invalid$/),
      access_key: expect.any(String),
      secret_key: expect.stringMatching(/^hosting_local_/),
    });
    const shown = { name: "media", endpoint: field(created, "endpoint") };
    expect((await send("GET /api/v1/storage/buckets")).body).toEqual([shown]);
    expect((await send("GET /api/v1/storage/buckets/media")).body).toEqual(shown);
    expect(platform.snapshot().bucket).toEqual([shown]);
  });

  test("each has credentials of its own", async () => {
    const { send } = newWorld();
    const one = await send("POST /api/v1/storage/buckets", { name: "one" });
    const two = await send("POST /api/v1/storage/buckets", { name: "two" });
    expect(field(one, "access_key")).not.toBe(field(two, "access_key"));
    expect(field(one, "secret_key")).not.toBe(field(two, "secret_key"));
  });

  test("its secret key is not in the files", async () => {
    const { send, file, platform } = newWorld();
    const created = await send("POST /api/v1/storage/buckets", { name: "media" });
    const bytes = () =>
      readdirSync(dirname(file))
        .map((name) => readFileSync(join(dirname(file), name), "latin1"))
        .join("");
    const open = bytes();
    platform.close();
    for (const text of [open, bytes()]) {
      expect(text).toContain(platform.rootKey);
      expect(text).not.toContain(field(created, "secret_key"));
    }
  });

  test("the endpoint is that of an S3 server that a setting names", async () => {
    const { platform, send } = newWorld();
    platform.configure({ bucketEndpoint: "http://127.0.0.1:9000" });
    const created = await send("POST /api/v1/storage/buckets", { name: "media" });
    expect(field(created, "endpoint")).toBe("http://127.0.0.1:9000");
    const refuse = () => platform.configure({ bucketEndpoint: "ftp://127.0.0.1" });
    expect(refuse).toThrow('"bucketEndpoint" is not accepted');
  });

  test("its answer has the field names assumed for it", async () => {
    const { send } = newWorld({
      assumptions: {
        "fields.bucketEndpoint": "s3_url",
        "fields.bucketAccessKey": "key_id",
        "fields.bucketSecretKey": "key_secret",
      },
    });
    const created = await send("POST /api/v1/storage/buckets", { name: "media" });
    const names = ["name", "s3_url", "key_id", "key_secret"];
    expect(Object.keys(Object(created.body)).sort()).toEqual(names.sort());
    const listed = await send("GET /api/v1/storage/buckets");
    expect(listed.body).toEqual([{ name: "media", s3_url: field(created, "s3_url") }]);
  });

  test("fields that the spec does not show are kept, but never ours", async () => {
    const { send } = newWorld();
    const raw = { versioning: true, endpoint: "mine", access_key: "mine", secret_key: "mine" };
    const created = await send("POST /api/v1/storage/buckets", { name: "media", ...raw });
    expect(created).toMatchObject({ status: 201, body: { versioning: true } });
    expect(JSON.stringify(created.body)).not.toContain("mine");
    const { access_key: _id, secret_key: _secret, ...shown } = Object(created.body);
    expect((await send("GET /api/v1/storage/buckets/media")).body).toEqual(shown);
  });

  test.each([
    [{}, '"name" is required'],
    [{ name: 7 }, '"name" is not accepted'],
    [{ name: "a/b" }, '"name" is not accepted'],
  ])("a body %j is refused", async (body, error) => {
    const { send, platform } = newWorld();
    const refused = await send("POST /api/v1/storage/buckets", body);
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.stringContaining(`bucket was not created: ${error}`),
    });
    expect(platform.snapshot().bucket).toEqual([]);
  });

  test("its name names it, so a second one is a conflict", async () => {
    const { send } = newWorld({ assumptions: { "platform.uniqueNames": false } });
    await send("POST /api/v1/storage/buckets", { name: "media" });
    expect(await send("POST /api/v1/storage/buckets", { name: "media" })).toMatchObject({
      status: 409,
      body: { error: 'bucket "media" exists already' },
    });
  });

  test("a deleted one is gone, and an unknown one is named", async () => {
    const { send } = newWorld();
    await send("POST /api/v1/storage/buckets", { name: "media" });
    expect((await send("DELETE /api/v1/storage/buckets/media")).status).toBe(204);
    const unknown = { status: 404, body: { error: 'bucket "media" not found' } };
    expect(await send("GET /api/v1/storage/buckets/media")).toMatchObject(unknown);
    expect(await send("DELETE /api/v1/storage/buckets/media")).toMatchObject(unknown);
  });
});

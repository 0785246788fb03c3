import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { idOf, imageBody, newInstance, newWorld, sender, volumeBody } from "./support.ts";

describe("spec 2.7: block volumes", () => {
  test("a new one is available, and a grown one is larger, after volumeSeconds", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ volumeSeconds: 10 });
    const created = await send("POST /v1/volumes", volumeBody());
    const id = idOf(created);
    const shown = { id, ...volumeBody(), filesystem: null, instance_id: null };
    expect(created.body).toEqual({ ...shown, status: "creating" });
    clock.pass(10);
    expect((await send(`GET /v1/volumes/${id}`)).body).toEqual({ ...shown, status: "available" });
    const growing = await send(`PATCH /v1/volumes/${id}`, { size_gb: 20 });
    expect(growing.body).toMatchObject({ size_gb: 10, status: "resizing" });
    clock.pass(10);
    const grown = { size_gb: 20, status: "available" };
    expect((await send(`GET /v1/volumes/${id}`)).body).toMatchObject(grown);
  });

  test("spec 3: an attached one is used, and given to no other instance before it is detached", async () => {
    const { send } = newWorld();
    const [one, two] = [await newInstance(send, "one"), await newInstance(send, "two")];
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    const attach = (instance_id: string) => send(`POST /v1/volumes/${id}/attach`, { instance_id });
    for (const attached of [await attach(one), await attach(one)]) {
      expect(attached).toMatchObject({ status: 200, body: { instance_id: one, status: "in_use" } });
    }
    expect(await attach(two)).toMatchObject({
      status: 409,
      body: { error: `volume "${id}" was not attached: it is attached to "${one}"` },
    });
    for (let times = 0; times < 2; times += 1) {
      const detached = await send(`POST /v1/volumes/${id}/detach`);
      expect(detached).toMatchObject({ status: 200, body: { instance_id: null } });
    }
    expect((await attach(two)).status).toBe(200);
  });

  test.each([
    [true, 409],
    [false, 204],
  ])("platform.volumesInUse %s: deleting an attached one is answered %d", async (value, status) => {
    const { send } = newWorld({ assumptions: { "platform.volumesInUse": value } });
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    await send(`POST /v1/volumes/${id}/attach`, { instance_id: await newInstance(send) });
    expect((await send(`DELETE /v1/volumes/${id}`)).status).toBe(status);
  });
});

describe("deleteSeconds", () => {
  test("what was deleted is shown as such, cannot be used, and is gone after them", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ deleteSeconds: 10 });
    const instance_id = await newInstance(send);
    const path = `/v1/volumes/${idOf(await send("POST /v1/volumes", volumeBody()))}`;
    expect((await send(`DELETE ${path}`)).status).toBe(204);
    expect((await send(`GET ${path}`)).body).toMatchObject({ status: "deleting" });
    expect((await send("GET /v1/volumes")).body).toMatchObject([{ status: "deleting" }]);
    for (const used of [
      await send(`PATCH ${path}`, { size_gb: 20 }),
      await send(`POST ${path}/attach`, { instance_id }),
    ]) {
      expect(used.status).toBe(409);
      expect(used.body).toEqual({ error: expect.stringMatching(/^volume ".+" is being deleted$/) });
    }
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(409);
    clock.pass(9);
    expect((await send(`DELETE ${path}`)).status).toBe(204);
    clock.pass(1);
    expect((await send(`GET ${path}`)).status).toBe(404);
    expect((await send("GET /v1/volumes")).body).toEqual([]);
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(201);
  });
});

describe("spec 2.7a: images", () => {
  test("one of a snapshot can be used at once", async () => {
    const { send } = newWorld();
    const source = { type: "snapshot", instance_id: await newInstance(send), snapshot: "clean" };
    const made = await send("POST /v1/images", { name: "golden", source });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "golden", source, url: null, status: "available", progress: 100 },
    });
  });

  test("an import is over after bootSeconds; one whose path says broken fails half-way", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ bootSeconds: 10 });
    const urls = ["https://broken.test/image?broken=1", "https://images.test/broken.qcow2"];
    for (const [at, url] of urls.entries()) {
      await send("POST /v1/images/import", { ...imageBody(`image-${at}`), url });
    }
    const shown = async () => (await send("GET /v1/images")).body;
    clock.pass(5);
    const importing = { status: "importing", source: null, project_ids: [] };
    expect(await shown()).toMatchObject([
      { ...importing, progress: 50 },
      { ...importing, progress: 25 },
    ]);
    clock.pass(5);
    const error = "the file is not a qcow2 image";
    expect(await shown()).toMatchObject([
      { status: "available", progress: 100 },
      { status: "error", progress: 50, error },
    ]);
  });

  test("its words and fields are the ones assumed", async () => {
    const { send, clock } = newWorld({
      assumptions: {
        "words.failed": ["rotten"],
        "fields.progress": "percent",
        "fields.reason": "why",
        "fields.sharedWith": "shared_with",
      },
    });
    const url = "https://images.test/broken.qcow2";
    await send("POST /v1/images/import", { ...imageBody(), url });
    clock.pass(1);
    const failed = { status: "rotten", percent: 50, why: expect.any(String), shared_with: [] };
    expect((await send("GET /v1/images")).body).toMatchObject([failed]);
  });

  test("another project sees it once it is shared to it, and never changes it", async () => {
    const { platform } = newWorld();
    const keyOf = (project: string) =>
      sender(platform, platform.createKey({ scopes: ["*"], level: "Admin", project }).key);
    const { id: other } = platform.createProject("other");
    const [own, guest] = [keyOf("proj_default"), keyOf(other)];
    const outsider = keyOf(platform.createProject("third").id);
    const id = idOf(await own("POST /v1/images/import", imageBody()));
    expect((await guest(`GET /v1/images/${id}`)).status).toBe(404);
    const share = `POST /v1/images/${id}/share`;
    await own(share, { project_ids: [other] });
    const again = await own(share, { project_ids: [other, "proj_default"] });
    expect(again).toMatchObject({ status: 200, body: { project_ids: [other, "proj_default"] } });
    expect((await guest("GET /v1/images")).body).toMatchObject([{ id }]);
    expect((await outsider("GET /v1/images")).body).toEqual([]);
    for (const [route, body, what] of [
      [`DELETE /v1/images/${id}`, undefined, "deleted"],
      [share, { project_ids: [other] }, "shared"],
    ] as const) {
      const error = `image "${id}" was not ${what}: it belongs to another project than the API key`;
      expect(await guest(route, body)).toMatchObject({ status: 403, body: { error } });
    }
    const unknown = await own(share, { project_ids: ["proj_default", "proj_x"] });
    expect(unknown).toMatchObject({ status: 404, body: { error: 'project "proj_x" not found' } });
    expect((await own(`DELETE /v1/images/${id}`)).status).toBe(204);
  });
});

describe("spec 2.6: buckets", () => {
  test("the answer to the create alone shows the credentials, and no file keeps the secret", async () => {
    const { send, file, platform } = newWorld();
    const raw = { versioning: true, endpoint: "mine", secret_key: "mine" };
    const { body: made } = await send("POST /api/v1/storage/buckets", { name: "media", ...raw });
    const { access_key, secret_key, ...shown } = Object(made);
    const endpoint = expect.stringMatching(/^https:\/\/.+\.invalid$/);
    expect(shown).toEqual({ name: "media", versioning: true, endpoint });
    expect(access_key).toMatch(/^local_/);
    expect(secret_key).toMatch(/^hosting_local_/);
    expect((await send("GET /api/v1/storage/buckets/media")).body).toEqual(shown);
    expect((await send("GET /api/v1/storage/buckets")).body).toEqual([shown]);
    expect(platform.snapshot().bucket).toEqual([shown]);
    for (const name of readdirSync(dirname(file))) {
      expect(readFileSync(join(dirname(file), name), "latin1")).not.toContain(secret_key);
    }
  });

  test("its answer has the field names assumed for it", async () => {
    const { send } = newWorld({
      assumptions: {
        "fields.bucketEndpoint": "s3_url",
        "fields.bucketAccessKey": "key_id",
        "fields.bucketSecretKey": "key_secret",
      },
    });
    const { body } = await send("POST /api/v1/storage/buckets", { name: "media" });
    expect(Object.keys(Object(body)).sort()).toEqual(["key_id", "key_secret", "name", "s3_url"]);
  });
});

describe("spec 2.6, 8: volumes of a pool", () => {
  const path = "/api/v1/storage/pools/default/volumes";
  const config = { size: "10GiB", "block.filesystem": "xfs" };

  test("one grows and keeps the rest of its config", async () => {
    const { send } = newWorld();
    const made = await send(`POST ${path}`, { name: "data", config });
    expect(made).toMatchObject({ status: 201, body: { name: "data", pool: "default", config } });
    const grown = await send(`PATCH ${path}/data`, { config: { size: "11GiB" } });
    expect(grown.body).toMatchObject({ config: { ...config, size: "11GiB" } });
  });

  test.each(["9GiB", "10GiB", "10240MiB"])("of 10GiB none becomes one of %s", async (size) => {
    const { send } = newWorld();
    await send(`POST ${path}`, { name: "data", config });
    const why = `size ${size} is not greater than its 10GiB`;
    expect(await send(`PATCH ${path}/data`, { config: { size } })).toMatchObject({
      status: 422,
      body: { error: `storage volume "default/data" was not resized: ${why}` },
    });
  });
});

describe("edit", () => {
  test.each([1.5, -1, Number.NaN, 1e300])("a size of %d is no value", async (size_gb) => {
    const { platform, send } = newWorld();
    const key = `volume/${idOf(await send("POST /v1/volumes", volumeBody()))}`;
    expect(() => platform.edit(key, { size_gb })).toThrow("a value like 10 is needed");
    platform.edit(key, { size_gb: 5 });
    expect(platform.snapshot().volume).toMatchObject([{ size_gb: 5 }]);
    expect(() => platform.edit(key, JSON.parse('{"__proto__":{"size_gb":1}}'))).toThrow("no field");
  });
});

import { describe, expect, test } from "vitest";
import {
  idOf,
  imageBody,
  instanceBody,
  newInstance,
  newWorld,
  type Send,
  sender,
} from "./support.ts";

async function importImage(send: Send, change = {}): Promise<string> {
  return idOf(await send("POST /v1/images/import", { ...imageBody(), ...change }));
}

const broken = { url: "https://images.test/broken.qcow2" };

describe("spec 2.7a, 4.2: images from a snapshot", () => {
  test("a created one answers with its id and source, and can be used at once", async () => {
    const { send, platform } = newWorld();
    const source = { type: "snapshot", instance_id: await newInstance(send), snapshot: "clean" };
    const created = await send("POST /v1/images", { name: "golden", source });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^img_[0-9a-z]{16}$/),
      name: "golden",
      source,
      url: null,
      format: null,
      os_type: null,
      project_ids: [],
      status: "available",
      progress: 100,
    });
    expect((await send(`GET /v1/images/${idOf(created)}`)).body).toEqual(created.body);
    expect((await send("GET /v1/images")).body).toEqual([created.body]);
    expect(platform.snapshot().image).toEqual([created.body]);
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ source: undefined }, '"source" is required'],
    [{ source: { type: "disk", instance_id: "i", snapshot: "s" } }, '"source.type"'],
    [{ source: { type: "snapshot", snapshot: "s" } }, '"source.instance_id" is required'],
    [{ source: { type: "snapshot", instance_id: "i" } }, '"source.snapshot" is required'],
    [{ source: { type: "snapshot", instance_id: "i", snapshot: "" } }, '"source.snapshot"'],
  ])("a body with %j is refused", async (change, error) => {
    const { send, platform } = newWorld();
    const source = { type: "snapshot", instance_id: await newInstance(send), snapshot: "clean" };
    const refused = await send("POST /v1/images", { name: "golden", source, ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ error: expect.stringContaining(error) });
    expect(platform.snapshot().image).toEqual([]);
  });

  test("spec 7.2: an unknown instance is named", async () => {
    const { send, platform } = newWorld();
    const source = { type: "snapshot", instance_id: "inst_x", snapshot: "clean" };
    expect(await send("POST /v1/images", { name: "golden", source })).toMatchObject({
      status: 404,
      body: { error: 'instance "inst_x" not found' },
    });
    expect(platform.snapshot().image).toEqual([]);
  });

  test("names are unique among all images where that is assumed", async () => {
    const second = async (uniqueNames: boolean) => {
      const { send } = newWorld({ assumptions: { "platform.uniqueNames": uniqueNames } });
      const instance_id = await newInstance(send);
      const source = { type: "snapshot", instance_id, snapshot: "clean" };
      await importImage(send);
      const created = await send("POST /v1/images", { name: imageBody().name, source });
      return [created.status, (await send("POST /v1/images/import", imageBody())).status];
    };
    expect(await second(true)).toEqual([409, 409]);
    expect(await second(false)).toEqual([201, 201]);
  });
});

describe("spec 2.7a, 3, 4.2: imported images", () => {
  test("one is imported in the background, and GET shows how far it is", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ importSeconds: 10 });
    const created = await send("POST /v1/images/import", imageBody());
    expect(created).toMatchObject({
      status: 201,
      body: { ...imageBody(), source: null, status: "importing", progress: 0, project_ids: [] },
    });
    const route = `GET /v1/images/${idOf(created)}`;
    clock.pass(2.59);
    expect((await send(route)).body).toMatchObject({ status: "importing", progress: 25 });
    clock.pass(7.4);
    expect((await send(route)).body).toMatchObject({ status: "importing", progress: 99 });
    clock.pass(0.01);
    const done = await send(route);
    expect(done.body).toMatchObject({ status: "available", progress: 100 });
    expect(done.body).not.toHaveProperty("error");
  });

  test("it takes a second unless a time is set", async () => {
    const { send, clock, platform } = newWorld();
    const id = await importImage(send);
    expect((await send(`GET /v1/images/${id}`)).body).toMatchObject({ status: "importing" });
    clock.pass(1);
    expect((await send(`GET /v1/images/${id}`)).body).toMatchObject({ status: "available" });
    platform.configure({ importSeconds: 0 });
    const created = await send("POST /v1/images/import", { ...imageBody(), name: "other" });
    expect(created.body).toMatchObject({ status: "available", progress: 100 });
  });

  test("one whose path says broken fails with a reason", async () => {
    const { send, clock } = newWorld();
    const id = await importImage(send, broken);
    expect((await send(`GET /v1/images/${id}`)).body).toMatchObject({ status: "importing" });
    clock.pass(1);
    expect((await send(`GET /v1/images/${id}`)).body).toMatchObject({
      status: "error",
      progress: 50,
      error: "the file is not a qcow2 image",
    });
  });

  test("only the path of an address breaks an import", async () => {
    const { send, clock } = newWorld();
    const id = await importImage(send, { url: "https://broken.test/image?broken=1" });
    clock.pass(1);
    expect((await send(`GET /v1/images/${id}`)).body).toMatchObject({ status: "available" });
  });

  test("its words and fields are the ones assumed", async () => {
    const { send, clock } = newWorld({
      assumptions: {
        "words.failed": ["rotten"],
        "words.ready": ["ripe"],
        "fields.progress": "percent",
        "fields.reason": "why",
        "fields.sharedWith": "shared_with",
      },
    });
    const id = await importImage(send);
    const failing = await importImage(send, { ...broken, name: "other" });
    clock.pass(1);
    const done = { status: "ripe", percent: 100, shared_with: [] };
    expect((await send(`GET /v1/images/${id}`)).body).toMatchObject(done);
    const failed = { status: "rotten", percent: 50, why: expect.any(String) };
    expect((await send(`GET /v1/images/${failing}`)).body).toMatchObject(failed);
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ url: undefined }, '"url" is required'],
    [{ url: "image.qcow2" }, '"url" is not accepted'],
    [{ url: "ftp://images.test/image.qcow2" }, '"url" is not accepted'],
    [{ format: undefined }, '"format" is required'],
    [{ format: "iso" }, '"format" is not accepted'],
    [{ os_type: undefined }, '"os_type" is required'],
    [{ region: "eu" }, '"region" is not a known field'],
  ])("a body with %j is refused", async (change, error) => {
    const { send, platform } = newWorld();
    const refused = await send("POST /v1/images/import", { ...imageBody(), ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.stringContaining(`image was not imported: ${error}`),
    });
    expect(platform.snapshot().image).toEqual([]);
  });

  test.each(["raw", "qcow2", "vmdk"])("%s is a format", async (format) => {
    const { send } = newWorld();
    expect((await send("POST /v1/images/import", { ...imageBody(), format })).status).toBe(201);
  });
});

describe("spec 4.2: sharing an image", () => {
  test("adds projects to the ones it is shared with", async () => {
    const { send, platform } = newWorld();
    for (const id of ["proj_a", "proj_b", "proj_c"]) platform.createProject(id, { id });
    const id = await importImage(send);
    const first = await send(`POST /v1/images/${id}/share`, { project_ids: ["proj_a", "proj_b"] });
    expect(first).toMatchObject({ status: 200, body: { id, project_ids: ["proj_a", "proj_b"] } });
    const more = await send(`POST /v1/images/${id}/share`, { project_ids: ["proj_b", "proj_c"] });
    expect(more.body).toMatchObject({ project_ids: ["proj_a", "proj_b", "proj_c"] });
    expect((await send(`GET /v1/images/${id}`)).body).toEqual(more.body);
  });

  test.each([
    [{}, '"project_ids" is required'],
    [{ project_ids: [] }, '"project_ids" is not accepted'],
    [{ project_ids: "proj_a" }, '"project_ids" is not accepted'],
    [{ project_ids: ["proj_a", 1] }, '"project_ids.1" is not accepted'],
  ])("a body %j is refused", async (body, error) => {
    const { send } = newWorld();
    const id = await importImage(send);
    const refused = await send(`POST /v1/images/${id}/share`, body);
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.stringContaining(`image "${id}" was not shared: ${error}`),
    });
    expect((await send(`GET /v1/images/${id}`)).body).toMatchObject({ project_ids: [] });
  });
});

function deploy(send: Send, image_id: string) {
  const { image: _image, ...rest } = instanceBody();
  return send("POST /v1/instances", { ...rest, source: { type: "image", image_id } });
}

describe("spec 2.7a: who may use an image", () => {
  /** An image of one project, and a key of another one. */
  async function twoProjects() {
    const { platform, clock } = newWorld();
    const keyOf = (project: string) =>
      sender(platform, platform.createKey({ scopes: ["*"], level: "Admin", project }).key);
    const { id: other } = platform.createProject("other");
    const { id: third } = platform.createProject("third");
    const own = keyOf("proj_default");
    const id = await importImage(own);
    clock.pass(1);
    return { platform, own, id, other, guest: keyOf(other), stranger: keyOf(third) };
  }

  test("a key of another project sees it and deploys from it once it is shared to the project", async () => {
    const { own, id, other, guest, stranger, platform } = await twoProjects();
    const unknown = { status: 404, body: { error: `image "${id}" not found` } };
    expect(await guest(`GET /v1/images/${id}`)).toMatchObject(unknown);
    expect(await deploy(guest, id)).toMatchObject(unknown);
    await own(`POST /v1/images/${id}/share`, { project_ids: [other] });
    expect((await guest(`GET /v1/images/${id}`)).status).toBe(200);
    expect((await guest("GET /v1/images")).body).toMatchObject([{ id }]);
    expect((await stranger("GET /v1/images")).body).toEqual([]);
    expect(await deploy(stranger, id)).toMatchObject(unknown);
    expect((await deploy(guest, id)).status).toBe(201);

    platform.configure({ choices: { "access.outside": 403 } });
    expect((await stranger(`GET /v1/images/${id}`)).status).toBe(403);
  });

  test("it stays its project's to share and to delete", async () => {
    const { own, id, other, guest } = await twoProjects();
    await own(`POST /v1/images/${id}/share`, { project_ids: [other] });
    const refused = (what: string) => ({
      status: 403,
      body: {
        error: `image "${id}" was not ${what}: it belongs to another project than the API key`,
      },
    });
    expect(await guest(`DELETE /v1/images/${id}`)).toMatchObject(refused("deleted"));
    const share = { project_ids: ["proj_default"] };
    expect(await guest(`POST /v1/images/${id}/share`, share)).toMatchObject(refused("shared"));
    expect((await own(`DELETE /v1/images/${id}`)).status).toBe(204);
  });

  test.each(["proj_x", "team", "proj_"])(
    "spec 7.2: it is not shared to %s, which is no project",
    async (id) => {
      const { send } = newWorld();
      const image = await importImage(send);
      expect(
        await send(`POST /v1/images/${image}/share`, { project_ids: ["proj_default", id] }),
      ).toMatchObject({ status: 404, body: { error: `project "${id}" not found` } });
      expect((await send(`GET /v1/images/${image}`)).body).toMatchObject({ project_ids: [] });
    },
  );
});

describe("spec 2.2: an instance from a private image", () => {
  test("needs one that is available", async () => {
    const { send, clock, platform } = newWorld();
    const id = await importImage(send);
    expect(await deploy(send, id)).toMatchObject({
      status: 422,
      body: {
        error: `instance: image "${id}" cannot be used: it is still being imported`,
      },
    });
    expect(platform.snapshot().instance).toEqual([]);
    clock.pass(1);
    const source = { type: "image", image_id: id };
    expect(await deploy(send, id)).toMatchObject({ status: 201, body: { source, image: null } });
  });

  test("is not made from one whose import failed", async () => {
    const { send, clock, platform } = newWorld();
    const id = await importImage(send, broken);
    clock.pass(1);
    expect(await deploy(send, id)).toMatchObject({
      status: 422,
      body: { error: `instance: image "${id}" cannot be used: its import failed` },
    });
    expect(platform.snapshot().instance).toEqual([]);
  });

  test("spec 7.2: is not made from an unknown one", async () => {
    const { send } = newWorld();
    expect(await deploy(send, "img_x")).toMatchObject({
      status: 404,
      body: { error: 'image "img_x" not found' },
    });
  });
});

test("a deleted image is gone, and an unknown one is named", async () => {
  const { send } = newWorld();
  const id = await importImage(send);
  expect((await send(`DELETE /v1/images/${id}`)).status).toBe(204);
  const unknown = { status: 404, body: { error: `image "${id}" not found` } };
  expect(await send(`GET /v1/images/${id}`)).toMatchObject(unknown);
  expect(await send(`DELETE /v1/images/${id}`)).toMatchObject(unknown);
  const share = { project_ids: ["proj_a"] };
  expect(await send(`POST /v1/images/${id}/share`, share)).toMatchObject(unknown);
});

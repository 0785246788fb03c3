import { describe, expect, test } from "vitest";
import { idOf, newInstance, newWorld, type Send, volumeBody } from "./support.ts";

async function newVolume(send: Send): Promise<string> {
  return idOf(await send("POST /v1/volumes", volumeBody()));
}

describe("spec 2.7, 4.2: block volumes", () => {
  test("a created one answers with its id and fields, detached", async () => {
    const { send } = newWorld();
    const created = await send("POST /v1/volumes", { ...volumeBody(), filesystem: "xfs" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...volumeBody(),
      id: expect.stringMatching(/^vol_[0-9a-z]{16}$/),
      filesystem: "xfs",
      instance_id: null,
      status: "available",
    });
    expect((await send(`GET /v1/volumes/${idOf(created)}`)).body).toEqual(created.body);
    expect((await send("GET /v1/volumes")).body).toEqual([created.body]);
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ region: undefined }, '"region" is required'],
    [{ size_gb: undefined }, '"size_gb" is required'],
    [{ size_gb: "10" }, '"size_gb" is not accepted'],
    [{ size_gb: 1.5 }, '"size_gb" is not accepted'],
    [{ size_gb: 0 }, '"size_gb" is not accepted'],
    [{ filesystem: "ntfs" }, '"filesystem" is not accepted'],
  ])("a body with %j is refused", async (change, error) => {
    const { send } = newWorld();
    const refused = await send("POST /v1/volumes", { ...volumeBody(), ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ error: expect.stringContaining(error) });
  });

  test("names are unique where that is assumed", async () => {
    const { send } = newWorld();
    await newVolume(send);
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(409);
  });

  test("spec 3: a detached one can be attached to another instance", async () => {
    const { send } = newWorld();
    const [one, two] = [await newInstance(send, "one"), await newInstance(send, "two")];
    const id = await newVolume(send);
    const attached = await send(`POST /v1/volumes/${id}/attach`, { instance_id: one });
    expect(attached).toMatchObject({ status: 200, body: { instance_id: one, status: "in_use" } });
    const detached = await send(`POST /v1/volumes/${id}/detach`);
    expect(detached).toMatchObject({
      status: 200,
      body: { instance_id: null, status: "available" },
    });
    const moved = await send(`POST /v1/volumes/${id}/attach`, { instance_id: two });
    expect(moved).toMatchObject({ status: 200, body: { instance_id: two } });
  });

  test("an attached one is not taken from its instance", async () => {
    const { send } = newWorld();
    const [one, two] = [await newInstance(send, "one"), await newInstance(send, "two")];
    const id = await newVolume(send);
    await send(`POST /v1/volumes/${id}/attach`, { instance_id: one });
    const refused = await send(`POST /v1/volumes/${id}/attach`, { instance_id: two });
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual({
      error: `volume "${id}" was not attached: it is attached to "${one}"`,
    });
    const again = await send(`POST /v1/volumes/${id}/attach`, { instance_id: one });
    expect(again.status).toBe(200);
  });

  test("detaching a detached one is fine", async () => {
    const { send } = newWorld();
    const id = await newVolume(send);
    expect((await send(`POST /v1/volumes/${id}/detach`)).status).toBe(200);
  });

  test("spec 7.2: an unknown volume or instance is named", async () => {
    const { send } = newWorld();
    const id = await newVolume(send);
    const attached = await send(`POST /v1/volumes/${id}/attach`, { instance_id: "inst_x" });
    expect(attached).toMatchObject({ status: 404, body: { error: 'instance "inst_x" not found' } });
    const unknown = { status: 404, body: { error: 'volume "vol_x" not found' } };
    const attach = { instance_id: await newInstance(send) };
    expect(await send("POST /v1/volumes/vol_x/attach", attach)).toMatchObject(unknown);
    expect(await send("POST /v1/volumes/vol_x/detach")).toMatchObject(unknown);
    expect(await send("PATCH /v1/volumes/vol_x", { size_gb: 20 })).toMatchObject(unknown);
    expect(await send("GET /v1/volumes/vol_x")).toMatchObject(unknown);
    expect(await send("DELETE /v1/volumes/vol_x")).toMatchObject(unknown);
  });

  test.each([9, 10])("spec 2.7: a volume of 10 GB does not become one of %d", async (size_gb) => {
    const { send } = newWorld();
    const id = await newVolume(send);
    const refused = await send(`PATCH /v1/volumes/${id}`, { size_gb });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: `volume "${id}" was not resized: size_gb ${size_gb} is not greater than its 10`,
    });
  });

  test("only its size can change", async () => {
    const { send } = newWorld();
    const id = await newVolume(send);
    const refused = await send(`PATCH /v1/volumes/${id}`, { size_gb: 20, name: "other" });
    expect(refused.body).toEqual({ error: expect.stringContaining('"name" is not a known field') });
  });

  test("spec 3: it grows while it is attached", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ resizeSeconds: 10 });
    const id = await newVolume(send);
    const instance_id = await newInstance(send);
    await send(`POST /v1/volumes/${id}/attach`, { instance_id });
    const growing = await send(`PATCH /v1/volumes/${id}`, { size_gb: 20 });
    expect(growing.body).toMatchObject({ size_gb: 10, status: "resizing", instance_id });
    clock.pass(10);
    const grown = await send(`GET /v1/volumes/${id}`);
    expect(grown.body).toMatchObject({ size_gb: 20, status: "in_use", instance_id });
  });

  test("it grows at once unless a time is set", async () => {
    const { send } = newWorld();
    const id = await newVolume(send);
    const grown = await send(`PATCH /v1/volumes/${id}`, { size_gb: 20 });
    expect(grown).toMatchObject({ status: 200, body: { size_gb: 20, status: "available" } });
  });

  test("its status is one of the words assumed for what can be used", async () => {
    const { send } = newWorld({ assumptions: { "words.ready": ["usable"] } });
    const created = await send("POST /v1/volumes", volumeBody());
    expect(created.body).toMatchObject({ status: "usable" });
  });

  test("it is available after volumeSeconds", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ volumeSeconds: 10 });
    const created = await send("POST /v1/volumes", volumeBody());
    expect(created.body).toMatchObject({ status: "creating", size_gb: 10 });
    clock.pass(10);
    const ready = await send(`GET /v1/volumes/${idOf(created)}`);
    expect(ready.body).toMatchObject({ status: "available" });
  });

  test("an attached one is not deleted where that is assumed", async () => {
    const attachAndDelete = async (volumesInUse: boolean) => {
      const { send } = newWorld({ assumptions: { "platform.volumesInUse": volumesInUse } });
      const id = await newVolume(send);
      const instance_id = await newInstance(send);
      await send(`POST /v1/volumes/${id}/attach`, { instance_id });
      return (await send(`DELETE /v1/volumes/${id}`)).status;
    };
    expect(await attachAndDelete(true)).toBe(409);
    expect(await attachAndDelete(false)).toBe(204);
  });

  test("a detached one is deleted", async () => {
    const { send, platform } = newWorld();
    const id = await newVolume(send);
    expect((await send(`DELETE /v1/volumes/${id}`)).status).toBe(204);
    expect(platform.snapshot().volume).toEqual([]);
  });
});

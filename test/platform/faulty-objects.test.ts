import { describe, expect, test } from "vitest";
import {
  containerBody,
  idOf,
  imageBody,
  instanceBody,
  newInstance,
  newWorld,
  sender,
  volumeBody,
} from "./support.ts";

describe("stuck", () => {
  test("an object never gets ready while it lasts", async () => {
    const { platform, clock, send } = newWorld();
    const id = await newInstance(send, "web");
    platform.faults.add({ id, stuck: true });
    const other = await newInstance(send, "other");
    clock.pass(3_600);
    expect((await send(`GET /v1/instances/${id}`)).body).toMatchObject({ status: "provisioning" });
    expect((await send("GET /v1/instances")).body).toMatchObject([
      { id, status: "provisioning" },
      { id: other, status: "running" },
    ]);
    platform.faults.clear();
    expect((await send(`GET /v1/instances/${id}`)).body).toMatchObject({ status: "running" });
  });

  test("all that are made of a kind; what was ready before stays so", async () => {
    const { platform, clock, send } = newWorld();
    const before = await newInstance(send, "before");
    clock.pass(5);
    platform.faults.add({ kind: "instance", stuck: true });
    const id = await newInstance(send, "web");
    await send("POST /v1/images/import", imageBody());
    clock.pass(60);
    expect((await send("GET /v1/instances")).body).toMatchObject([
      { id: before, status: "running" },
      { id, status: "provisioning" },
    ]);
    expect((await send("GET /v1/images")).body).toMatchObject([{ status: "available" }]);
  });

  test("an import that is stuck makes no progress", async () => {
    const { platform, clock, send } = newWorld();
    platform.faults.add({ kind: "image", stuck: true });
    const id = idOf(await send("POST /v1/images/import", imageBody()));
    clock.pass(60);
    expect((await send(`GET /v1/images/${id}`)).body).toMatchObject({
      status: "importing",
      progress: 0,
    });
  });

  test("two of them hold each its own kind", async () => {
    const { platform, clock, send } = newWorld();
    platform.faults.add({ kind: "instance", stuck: true });
    platform.faults.add({ kind: "image", stuck: true });
    await send("POST /v1/images/import", imageBody());
    clock.pass(60);
    expect((await send("GET /v1/images")).body).toMatchObject([{ status: "importing" }]);
    expect(platform.faults.list()).toMatchObject([
      { matched: 0, met: 0 },
      { matched: 2, met: 2 },
    ]);
  });

  test("only requests that look at such an object count", async () => {
    const { platform, clock, send } = newWorld();
    platform.faults.add({ kind: "image", stuck: true, after: 1, times: 1 });
    const id = idOf(await send("POST /v1/images/import", imageBody()));
    clock.pass(60);
    await send("GET /v1/volumes");
    await send("POST /v1/volumes", volumeBody());
    const status = async () => Object((await send(`GET /v1/images/${id}`)).body).status;
    expect([await status(), await status()]).toEqual(["importing", "available"]);
    expect(platform.faults.list()).toMatchObject([{ matched: 3, met: 1 }]);
  });

  test("what was ready in the moment it was added stays so; what is made then is not", async () => {
    const { platform, send } = newWorld();
    await send("POST /v1/volumes", volumeBody("before"));
    platform.faults.add({ kind: "volume", stuck: true });
    await send("POST /v1/volumes", volumeBody("after"));
    expect((await send("GET /v1/volumes")).body).toMatchObject([
      { status: "available" },
      { status: "creating" },
    ]);
  });

  test("a machine that never boots is measured, probed, told of and stopped as one", async () => {
    const { platform, clock, send } = newWorld();
    platform.faults.add({ kind: "container", stuck: true });
    const rule = { name: "busy", metric: "disk_percent", condition: "above", threshold: 0 };
    await send("POST /api/v1/monitoring/alerts", { ...rule, channels: "email" });
    await send("POST /api/v1/instances", containerBody());
    clock.pass(600);
    const measured = await send("GET /api/v1/monitoring/metrics/web");
    expect(measured.body).toMatchObject({ cpu_percent: 0 });
    expect(platform.probe("web")).toEqual({ healthy: false, reason: "it is provisioning" });
    expect(platform.deliveries()).toEqual([]);
    expect(platform.snapshot().container).toMatchObject([{ status: "provisioning" }]);
    const action = await send("POST /api/v1/instances/web/action", { action: "stop" });
    expect(action.body).toMatchObject({ status: "stopping" });
    // spec 7.5: deletion while not stopped is refused
    expect((await send("DELETE /api/v1/instances/web")).status).toBe(409);
    platform.faults.clear();
    expect((await send("DELETE /api/v1/instances/web")).status).toBe(204);
  });

  test("nothing is made from an image that never gets ready", async () => {
    const { platform, clock, send } = newWorld();
    platform.faults.add({ kind: "image", stuck: true });
    const image_id = idOf(await send("POST /v1/images/import", imageBody()));
    clock.pass(60);
    const { image: _image, ...body } = instanceBody();
    const made = await send("POST /v1/instances", { ...body, source: { type: "image", image_id } });
    expect(made).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining("still being imported") },
    });
  });

  test("a share of the objects, always the same ones", async () => {
    const { platform, clock, send } = newWorld();
    platform.faults.add({ kind: "instance", share: 0.5, stuck: true });
    for (let at = 0; at < 30; at++) await send("POST /v1/instances", instanceBody(`web-${at}`));
    clock.pass(60);
    const first = await send("GET /v1/instances");
    const words = JSON.stringify(first.body);
    expect(words).toContain("provisioning");
    expect(words).toContain("running");
    expect((await send("GET /v1/instances")).body).toEqual(first.body);
  });
});

describe("failImports and words", () => {
  test("only what is imported counts, not what looks like it", async () => {
    const { platform, send } = newWorld();
    platform.faults.add({ failImports: true });
    await sender(platform, "nobody's")("POST /v1/images/import", imageBody());
    await send("POST /v1/x/import", imageBody());
    expect(platform.faults.list()).toMatchObject([{ matched: 0, met: 0 }]);
  });

  test("words and pages are those of an answer of any form", async () => {
    const { platform, send } = newWorld();
    platform.configure({ preset: "strange" });
    for (const name of ["a", "b", "c"]) await send("POST /v1/volumes", volumeBody(name));
    platform.faults.add({ words: { available: "BLUE" } });
    const id = platform.faults.add({ paged: { size: 1, as: "link" } });
    const first = await send("GET /v1/volumes");
    expect(first.headers.get("link")).toBe('</v1/volumes?page=2>; rel="next"');
    expect(first.body).toMatchObject({ data: [{ name: "a", status: "BLUE" }] });
    expect(Object(first.body).data).toHaveLength(1);
    platform.faults.clear(id);
    platform.faults.add({ paged: { size: 2, as: "envelope" } });
    expect((await send("GET /v1/volumes?page=2")).body).toEqual({
      items: [expect.objectContaining({ name: "c", status: "BLUE" })],
      next: null,
      total: 3,
    });
    const one = await send(`GET /v1/volumes/${Object(first.body).data[0].id}`);
    expect(one.body).toMatchObject({ data: { status: "BLUE" } });
  });

  test("what is imported meanwhile turns out to be broken, also after the fault", async () => {
    const { platform, clock, send } = newWorld();
    platform.faults.add({ failImports: true, times: 1 });
    const broken = idOf(await send("POST /v1/images/import", imageBody("one")));
    await send("POST /v1/images/import", imageBody("two"));
    platform.faults.clear();
    clock.pass(60);
    expect((await send("GET /v1/images")).body).toMatchObject([
      { id: broken, status: "error", progress: 50 },
      { status: "available", progress: 100 },
    ]);
  });

  test("status words are other ones, in lists as well", async () => {
    const { platform, clock, send } = newWorld();
    platform.faults.add({ kind: "instance", words: { running: "ACTIVE" } });
    const id = await newInstance(send);
    clock.pass(5);
    expect((await send(`GET /v1/instances/${id}`)).body).toMatchObject({ status: "ACTIVE" });
    expect((await send("GET /v1/instances")).body).toMatchObject([{ status: "ACTIVE" }]);
    expect(platform.snapshot().instance).toMatchObject([{ status: "running" }]);
  });
});

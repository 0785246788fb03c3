import { describe, expect, test } from "vitest";
import { newWorld } from "./support.ts";

const volumes = "/api/v1/storage/pools/default/volumes";
const body = { name: "data", config: { size: "10GiB", "block.filesystem": "xfs" } };

test("spec 2.6: there is one pool, named default", async () => {
  const { send } = newWorld();
  const pools = await send("GET /api/v1/storage/pools");
  expect(pools).toMatchObject({ status: 200, body: [{ name: "default" }] });
  expect(pools.body).toHaveLength(1);
});

describe("spec 2.6, 4.1: volumes of a pool", () => {
  test("a created one answers with its pool and fields", async () => {
    const { send, platform } = newWorld();
    const created = await send(`POST ${volumes}`, body);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ ...body, pool: "default" });
    expect((await send(`GET ${volumes}`)).body).toEqual([created.body]);
    expect((await send(`GET ${volumes}/data`)).body).toEqual(created.body);
    expect(platform.snapshot().poolVolume).toEqual([created.body]);
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ name: "a/b" }, '"name" is not accepted'],
    [{ config: undefined }, '"config" is required'],
    [{ config: {} }, '"config.size" is required'],
    [{ config: { size: 10 } }, '"config.size" is not accepted'],
    [{ config: { size: "10" } }, '"config.size" is not accepted'],
    [{ config: { size: "0GiB" } }, '"config.size" is not accepted'],
    [{ size: "10GiB" }, '"size" is not a known field'],
  ])("a body with %j is refused", async (change, error) => {
    const { send, platform } = newWorld();
    const refused = await send(`POST ${volumes}`, { ...body, ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.stringContaining(`storage volume was not created: ${error}`),
    });
    expect(platform.snapshot().poolVolume).toEqual([]);
  });

  test("its name names it, so a second one is a conflict", async () => {
    const { send } = newWorld({ assumptions: { "platform.uniqueNames": false } });
    await send(`POST ${volumes}`, body);
    expect(await send(`POST ${volumes}`, body)).toMatchObject({
      status: 409,
      body: { error: 'storage volume "default/data" exists already' },
    });
  });

  test("it grows and keeps the rest of its config", async () => {
    const { send } = newWorld();
    await send(`POST ${volumes}`, body);
    const grown = await send(`PATCH ${volumes}/data`, { config: { size: "11GiB" } });
    const config = { ...body.config, size: "11GiB" };
    expect(grown).toMatchObject({ status: 200, body: { name: "data", config } });
    expect((await send(`GET ${volumes}/data`)).body).toEqual(grown.body);
  });

  test.each(["9GiB", "10GiB", "10240MiB"])(
    "spec 8: a volume of 10GiB does not become one of %s",
    async (size) => {
      const { send } = newWorld();
      await send(`POST ${volumes}`, body);
      const refused = await send(`PATCH ${volumes}/data`, { config: { size } });
      expect(refused.status).toBe(422);
      expect(refused.body).toEqual({
        error: `storage volume "default/data" was not resized: size ${size} is not greater than its 10GiB`,
      });
      expect((await send(`GET ${volumes}/data`)).body).toMatchObject(body);
    },
  );

  test("only its size can change", async () => {
    const { send } = newWorld();
    await send(`POST ${volumes}`, body);
    for (const change of [
      { config: { size: "20GiB", "block.filesystem": "ext4" } },
      { config: { size: "20GiB" }, name: "other" },
    ]) {
      expect((await send(`PATCH ${volumes}/data`, change)).status).toBe(422);
    }
    expect((await send(`GET ${volumes}/data`)).body).toMatchObject(body);
  });

  test("a deleted one is gone", async () => {
    const { send } = newWorld();
    await send(`POST ${volumes}`, body);
    expect((await send(`DELETE ${volumes}/data`)).status).toBe(204);
    expect((await send(`GET ${volumes}`)).body).toEqual([]);
  });

  test.each([
    ["GET", "", undefined],
    ["POST", "", body],
    ["GET", "/data", undefined],
    ["PATCH", "/data", { config: { size: "20GiB" } }],
    ["DELETE", "/data", undefined],
  ])("spec 7.2: %s names an unknown pool and volume", async (method, path, sent) => {
    const { send } = newWorld();
    const inOtherPool = `/api/v1/storage/pools/fast/volumes${path}`;
    expect(await send(`${method} ${inOtherPool}`, sent)).toMatchObject({
      status: 404,
      body: { error: 'storage pool "fast" not found' },
    });
    if (path === "") return;
    expect(await send(`${method} ${volumes}${path}`, sent)).toMatchObject({
      status: 404,
      body: { error: 'storage volume "default/data" not found' },
    });
  });
});

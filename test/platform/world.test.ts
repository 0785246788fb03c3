import { describe, expect, test } from "vitest";
import { openPlatform } from "../../platform/index.ts";
import { containerBody, newInstance, newWorld, sender, volumeBody } from "./support.ts";

describe("the world in a file", () => {
  test("it is the same when the file is opened again", async () => {
    const { platform, send, file, clock } = newWorld();
    await send("POST /v1/volumes", volumeBody());
    platform.configure({ mailEnabled: true });
    platform.clock.advance(100);
    const { worldId, rootKey } = platform;
    const before = platform.snapshot();
    platform.close();
    const again = openPlatform({ file, clock });
    expect(again).toMatchObject({ worldId, rootKey });
    expect(again.snapshot()).toEqual(before);
    expect(again.clock.now()).toBe(clock.now() + 100_000);
    again.close();
  });

  test("another file is another world with another key", async () => {
    const [one, two] = [newWorld().platform, newWorld().platform];
    expect(one.worldId).toMatch(/^world_[0-9a-z]{16}$/);
    expect(one.worldId).not.toBe(two.worldId);
    expect((await sender(two, one.rootKey)("GET /v1/volumes")).status).toBe(401);
  });

  test("a reset empties it and keeps its id and root key", async () => {
    const { platform, send, clock } = newWorld();
    const { worldId, rootKey } = platform;
    await newInstance(send);
    await send("POST /api/v1/instances", containerBody());
    const { key } = platform.createKey({ scopes: ["*"], level: "Admin" });
    platform.configure({ routes: "documented", ratePerMinute: 1 });
    await send("GET /api/v1/instances");
    platform.clock.advance(100);
    platform.faults.add({ status: 500 });
    platform.reset();
    expect(Object.values(platform.snapshot()).flat()).toEqual([]);
    expect(platform.requests()).toEqual([]);
    expect(platform.clock.now()).toBe(clock.now());
    expect(platform).toMatchObject({ worldId, rootKey });
    expect((await send("GET /v1/volumes")).status).toBe(200);
    expect((await send("GET /api/v1/instances")).status).toBe(200);
    expect((await send("GET /api/v1/instances")).status).toBe(200);
    expect((await sender(platform, key)("GET /v1/volumes")).status).toBe(401);
  });

  test("a request after closing is answered with an error", async () => {
    const { platform, send } = newWorld();
    platform.close();
    platform.close();
    expect(await send("GET /v1/volumes")).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining("the platform did not answer") },
    });
  });
});

describe("settings", () => {
  test("what is not named stays as it is", async () => {
    const { platform, send } = newWorld();
    platform.configure({ bootSeconds: 0 });
    platform.configure({ mailEnabled: true });
    const created = await send("POST /api/v1/instances", containerBody());
    expect(created.body).toMatchObject({ status: "running" });
  });

  test("a value that makes no sense is refused by name", () => {
    const { platform } = newWorld();
    expect(() => platform.configure({ bootSeconds: -1 })).toThrow('"bootSeconds" is not accepted');
    expect(() => platform.configure({ bootSeconds: 1e308 })).toThrow('"bootSeconds"');
    expect(() => platform.configure({ ratePerMinute: 0 })).toThrow('"ratePerMinute"');
    expect(() => platform.configure({ dedicatedAllowance: -1 })).toThrow('"dedicatedAllowance"');
    expect(() => platform.configure(Object({ boots: 1 }))).toThrow('"boots" is not a known field');
  });
});

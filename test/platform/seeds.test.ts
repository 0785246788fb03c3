import { describe, expect, test } from "vitest";
import { openPlatform, type Platform } from "../../platform/index.ts";
import { containerBody, instanceBody, newWorld, type Send, volumeBody } from "./support.ts";

/** Makes one of each of some kinds and gives what the world holds then, without secrets. */
async function fill(platform: Platform, send: Send) {
  await send("POST /v1/instances", instanceBody());
  await send("POST /v1/volumes", volumeBody());
  await send("POST /v1/volumes", { name: "refused" });
  await send("POST /v1/floating-ips", { region: "eu" });
  await send("POST /api/v1/instances", containerBody());
  await send("POST /api/v2/servers", { name: "s", size: "small", network_access: "dedicated" });
  platform.clock.advance(60);
  return platform.snapshot();
}

describe("a world's seed", () => {
  test("the same calls give the same ids, addresses and ports on worlds of one seed", async () => {
    const [one, two] = [newWorld({ seed: "a" }), newWorld({ seed: "a" })];
    const first = await fill(one.platform, one.send);
    expect(await fill(two.platform, two.send)).toEqual(first);
    expect(JSON.stringify(first)).toContain("198.18.");
    const other = newWorld({ seed: "b" });
    const [mine] = (await fill(other.platform, other.send)).volume;
    expect(mine?.["id"]).toMatch(/^vol_[0-9a-z]{16}$/);
    expect(mine?.["id"]).not.toBe(first.volume[0]?.["id"]);
  });

  test("no two objects get the same id", async () => {
    const { send, platform } = newWorld({ seed: "a" });
    for (let at = 0; at < 50; at++) await send("POST /v1/floating-ips", { region: "eu" });
    expect(new Set(platform.snapshot().floatingIp.map(({ id }) => id)).size).toBe(50);
  });

  test("keys, tokens and the world's id do not follow from it", () => {
    const [one, two] = [newWorld({ seed: "a" }).platform, newWorld({ seed: "a" }).platform];
    const key = (platform: Platform) => platform.createKey({ scopes: [], level: "Read" });
    expect(key(one).id).toBe(key(two).id);
    expect(key(one).key).not.toBe(key(two).key);
    expect(one.rootKey).not.toBe(two.rootKey);
    expect(one.controlToken).not.toBe(two.controlToken);
    expect(one.worldId).not.toBe(two.worldId);
  });

  test("the credentials of buckets do not follow from it", async () => {
    const make = async () =>
      (await newWorld({ seed: "a" }).send("POST /api/v1/storage/buckets", { name: "files" })).body;
    const [one, two] = [await make(), await make()];
    expect(one).not.toEqual(two);
  });

  test("it stays with the file, and processes share the count", async () => {
    const { platform, file, clock, send } = newWorld({ seed: "a" });
    const one = newWorld({ seed: "a" });
    const whole = await fill(one.platform, one.send);
    await send("POST /v1/instances", instanceBody());
    platform.close();
    const again = openPlatform({ file, clock, seed: "a" });
    expect(again.seed).toBe("a");
    const headers = {
      authorization: `Bearer ${again.rootKey}`,
      "content-type": "application/json",
    };
    const body = JSON.stringify(volumeBody());
    const request = new Request("http://platform.test/v1/volumes", {
      method: "POST",
      headers,
      body,
    });
    expect(await (await again.fetch(request)).json()).toMatchObject({
      id: whole.volume[0]?.["id"],
    });
    again.close();
  });

  test("a fresh world gets one of its own", () => {
    const [one, two] = [newWorld().platform, newWorld().platform];
    expect(one.seed).toMatch(/^[0-9a-z]{8}$/);
    expect(one.seed).not.toBe(two.seed);
  });

  test("a file whose world has another one is refused", () => {
    const { file, platform } = newWorld({ seed: "a" });
    platform.close();
    expect(() => openPlatform({ file, seed: "b" })).toThrow(
      'its world has the seed "a", not "b". Leave the seed out, or choose another file.',
    );
    openPlatform({ file, seed: "a" }).close();
  });
});

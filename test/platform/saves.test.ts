import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatform, type Platform } from "../../platform/index.ts";
import { idOf, newWorld, sender, volumeBody } from "./support.ts";

/** A platform with something of all that is saved. */
async function livedIn() {
  const { platform, send, clock, file } = newWorld({ seed: "a" });
  await send("POST /v1/volumes", volumeBody());
  const { key, id } = platform.createKey({ scopes: ["*"], level: "Admin" });
  platform.configure({ mailEnabled: true });
  platform.clock.advance(100);
  platform.faults.add({ path: "/nowhere", status: 418, times: 5 });
  return { platform, send, clock, file, key, keyId: id };
}

/** Its identity. */
function stateOf(platform: Platform) {
  return {
    objects: platform.snapshot(),
    keys: platform.keys(),
    projects: platform.projects(),
    settings: platform.settings(),
    time: platform.clock.now(),
    factor: platform.clock.factor(),
    faults: platform.faults.list(),
  };
}

describe("save and restore", () => {
  test("bring back objects, keys, settings, faults, the clock and the count of ids", async () => {
    const { platform, send, key, keyId } = await livedIn();
    const before = stateOf(platform);
    platform.save("before");
    const more = await send("POST /v1/volumes", volumeBody("more"));
    platform.revokeKey(keyId);
    platform.createKey({ scopes: [], level: "Read" });
    platform.createProject("shop");
    platform.configure({ mailEnabled: false, bootSeconds: 9 });
    platform.clock.freeze();
    platform.clock.advance(1_000);
    platform.faults.clear();
    platform.restore("before");
    expect(stateOf(platform)).toEqual(before);
    expect((await sender(platform, key)("GET /v1/volumes")).status).toBe(200);
    expect((await send("GET /nowhere")).status).toBe(418);
    expect((await send("POST /v1/volumes", volumeBody("more"))).body).toEqual(more.body);
  });

  test("bring back the count of serial numbers, which addresses follow from", async () => {
    const { platform, send } = newWorld();
    const reserve = () => send("POST /v1/floating-ips", { region: "eu" });
    await reserve();
    await send(`DELETE /v1/floating-ips/${idOf(await reserve())}`);
    platform.save("before");
    const next = await reserve();
    platform.restore("before");
    expect((await reserve()).body).toEqual(next.body);
  });

  test("leave the platform's id, seed, root key, control token, log and what is saved", async () => {
    const { platform, send } = await livedIn();
    platform.save("before");
    await send("GET /v1/volumes");
    platform.clock.advance(1);
    platform.save("later");
    const kept = () => ({ ...platform, log: platform.requests(), saved: platform.saved() });
    const before = kept();
    expect(before.saved.map(({ name }) => name)).toEqual(["before", "later"]);
    platform.restore("before");
    expect(kept()).toEqual(before);
  });

  test("a name is used again for a later moment; another process restores it", async () => {
    const { platform, file, clock, send } = newWorld();
    platform.save("one");
    await send("POST /v1/volumes", volumeBody());
    platform.clock.advance(1);
    platform.save("one");
    expect(platform.saved()).toEqual([{ name: "one", time: "2026-01-01T00:00:01.000Z" }]);
    await send("POST /v1/volumes", volumeBody("more"));
    const other = openPlatform({ file, clock });
    onTestFinished(() => other.close());
    other.restore("one");
    expect(platform.snapshot().volume).toHaveLength(1);
  });

  test("a name under which nothing is saved is refused, and nothing is changed", async () => {
    const { platform } = await livedIn();
    const before = stateOf(platform);
    const restoring = () => platform.restore("nope");
    expect(restoring).toThrow('Nothing was restored: nothing is saved under the name "nope".');
    expect(stateOf(platform)).toEqual(before);
  });
});

test("a reset empties all but what is saved and the secrets; ids are given from the start", async () => {
  const { platform, send, clock, key } = await livedIn();
  const { worldId, rootKey } = platform;
  const [first] = platform.snapshot().volume;
  platform.save("one");
  platform.reset();
  expect(Object.values(platform.snapshot()).flat()).toEqual([]);
  expect(stateOf(platform)).toMatchObject({ faults: [], time: clock.now(), factor: 1 });
  expect(platform.settings()).toMatchObject({ mailEnabled: false });
  expect([platform.requests(), platform.saved().length]).toEqual([[], 1]);
  expect(platform).toMatchObject({ worldId, rootKey });
  expect((await sender(platform, key)("GET /v1/volumes")).status).toBe(401);
  const again = await send("POST /v1/volumes", volumeBody());
  expect(Object(again.body).id).toBe(first?.["id"]);
});

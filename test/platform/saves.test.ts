import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatform, type Platform } from "../../platform/index.ts";
import { newWorld, sender, volumeBody } from "./support.ts";

/** A world with something of all that is saved, and how to tell that it is there. */
async function livedIn() {
  const { platform, send, clock, file } = newWorld({ seed: "a" });
  await send("POST /v1/volumes", volumeBody());
  const { key, id } = platform.createKey({ scopes: ["*"], level: "Admin" });
  platform.configure({ mailEnabled: true });
  platform.clock.advance(100);
  platform.faults.add({ path: "/nowhere", status: 418, times: 5 });
  return { platform, send, clock, file, key, keyId: id };
}

/** What makes the world the one it is. */
function stateOf(platform: Platform) {
  return {
    objects: platform.snapshot(),
    keys: platform.keys(),
    settings: platform.settings(),
    time: platform.clock.now(),
    factor: platform.clock.factor(),
    faults: platform.faults.list(),
  };
}

describe("save and restore", () => {
  test("bring back objects, keys, settings, faults and the clock as they were", async () => {
    const { platform, send, key, keyId } = await livedIn();
    const before = stateOf(platform);
    platform.save("before");
    await send("POST /v1/volumes", volumeBody("more"));
    platform.revokeKey(keyId);
    platform.createKey({ scopes: [], level: "Read" });
    platform.configure({ mailEnabled: false, bootSeconds: 9 });
    platform.clock.scale(2);
    platform.clock.advance(1_000);
    platform.faults.clear();
    platform.restore("before");
    expect(stateOf(platform)).toEqual(before);
    expect((await sender(platform, key)("GET /v1/volumes")).status).toBe(200);
    expect((await send("GET /nowhere")).status).toBe(418);
  });

  test("bring back the count of ids and addresses: the same calls give the same ones again", async () => {
    const { platform, send } = await livedIn();
    platform.save("before");
    const first = await send("POST /v1/floating-ips", { region: "eu" });
    platform.restore("before");
    expect((await send("POST /v1/floating-ips", { region: "eu" })).body).toEqual(first.body);
  });

  test("leave the world's id, seed, root key, control token, log and what is saved as they are", async () => {
    const { platform, send } = await livedIn();
    platform.save("before");
    await send("GET /v1/volumes");
    platform.save("later");
    const { worldId, seed, rootKey, controlToken } = platform;
    const [requests, saved] = [platform.requests(), platform.saved()];
    platform.restore("before");
    expect(platform.info()).toMatchObject({ worldId, seed });
    expect(platform.requests()).toEqual(requests);
    expect(platform.saved()).toEqual(saved);
    expect((await sender(platform, rootKey)("GET /v1/volumes")).status).toBe(200);
    const headers = { authorization: `Bearer ${controlToken}` };
    const info = new Request("http://platform.test/_control/info", { headers });
    expect((await platform.fetch(info)).status).toBe(200);
  });

  test("bring back how often a key has called in its minute", async () => {
    const { platform } = newWorld();
    platform.configure({ ratePerMinute: 1 });
    platform.save("fresh");
    const send = sender(platform);
    expect((await send("GET /api/v1/networks")).status).toBe(200);
    expect((await send("GET /api/v1/networks")).status).toBe(429);
    platform.restore("fresh");
    expect((await send("GET /api/v1/networks")).status).toBe(200);
  });

  test("a name is used again for a later moment, and all are listed with their time", async () => {
    const { platform, send } = newWorld();
    await send("POST /v1/volumes", volumeBody());
    platform.save("one");
    platform.clock.advance(1);
    platform.save("two");
    platform.clock.advance(1);
    await send("POST /v1/volumes", volumeBody("more"));
    platform.save("one");
    expect(platform.saved()).toEqual([
      { name: "two", time: "2026-01-01T00:00:01.000Z" },
      { name: "one", time: "2026-01-01T00:00:02.000Z" },
    ]);
    platform.reset();
    platform.restore("one");
    expect(platform.snapshot().volume).toHaveLength(2);
    platform.restore("two");
    expect(platform.snapshot().volume).toHaveLength(1);
  });

  test("another process sees what was saved and what was restored", async () => {
    const { platform, file, clock, send } = newWorld();
    const other = openPlatform({ file, clock });
    onTestFinished(() => other.close());
    platform.save("empty");
    await send("POST /v1/volumes", volumeBody());
    other.restore("empty");
    expect(platform.snapshot().volume).toEqual([]);
  });

  test("a name under which nothing is saved is refused, and nothing is changed", async () => {
    const { platform } = await livedIn();
    const before = stateOf(platform);
    expect(() => platform.restore("nope")).toThrow(
      'The world was not restored: nothing is saved under the name "nope".',
    );
    expect(stateOf(platform)).toEqual(before);
  });

  test("a reset keeps them, and gives ids from the start", async () => {
    const { platform, send } = newWorld();
    const first = await send("POST /v1/floating-ips", { region: "eu" });
    platform.save("one");
    platform.reset();
    expect(platform.saved()).toMatchObject([{ name: "one" }]);
    expect((await send("POST /v1/floating-ips", { region: "eu" })).body).toEqual(first.body);
  });
});

describe("fork", () => {
  test("is another world in the same state, with the same keys, seed and ids to come", async () => {
    const { platform, send, clock, file, key } = await livedIn();
    platform.save("before");
    const made = platform.fork(join(dirname(file), "new", "fork.db"));
    const fork = openPlatform({ file: made.file, clock });
    onTestFinished(() => fork.close());
    expect(stateOf(fork)).toEqual(stateOf(platform));
    expect(fork).toMatchObject({ seed: "a", rootKey: platform.rootKey, worldId: made.worldId });
    expect(fork.worldId).not.toBe(platform.worldId);
    expect(fork.controlToken).not.toBe(platform.controlToken);
    expect(fork.requests()).toEqual([]);
    expect(fork.saved()).toEqual([]);
    const onFork = await sender(fork, key)("POST /v1/floating-ips", { region: "eu" });
    expect(platform.snapshot().floatingIp).toEqual([]);
    expect((await send("POST /v1/floating-ips", { region: "eu" })).body).toEqual(onFork.body);
  });

  test("its file is named from the directory of the world's", () => {
    const { platform, file } = newWorld();
    expect(platform.fork("fork.db").file).toBe(join(dirname(file), "fork.db"));
  });

  test("its file can be read by its owner alone", () => {
    const { platform, file } = newWorld();
    const fork = platform.fork(join(dirname(file), "fork.db"));
    expect(statSync(fork.file).mode & 0o777).toBe(0o600);
  });

  test("a file that is there is refused and stays as it is", () => {
    const { platform, file } = newWorld();
    const notes = join(dirname(file), "notes.db");
    writeFileSync(notes, "mine");
    expect(() => platform.fork(notes)).toThrow(
      `The world was not forked: "${notes}" is there already. Name a new file.`,
    );
    expect(readFileSync(notes, "utf8")).toBe("mine");
  });

  test("one that fails leaves no file", () => {
    const { platform, file } = newWorld();
    const other = new DatabaseSync(file);
    other.exec("DROP TABLE faults");
    other.close();
    const to = join(dirname(file), "fork.db");
    expect(() => platform.fork(to)).toThrow("faults");
    expect(existsSync(to)).toBe(false);
  });
});

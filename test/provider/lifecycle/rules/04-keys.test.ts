/** Rule 4: a key that never saw an object proves no absence of it, and changes nothing that goes by a name. */
import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { container } from "../../../../resources/compute/container.ts";
import { image } from "../../../../resources/compute/image.ts";
import { network } from "../../../../resources/network/network.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import { poolVolume } from "../../../../resources/storage/pool-volume.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Replies } from "../../../support/fake-api.ts";
import { held, keyMark, world } from "../../../support/session.ts";
import { type Expectation, expectOutcome, newRun, notFound, type Run, type Stored } from "./run.ts";

/** Two people with a key each; the states of these tests were seen by Ann's. */
const ann = keyMark;
const ben = "the key of Ben";

const web = { name: "web", type: "container", image: "debian/13" };
const shownWeb = { ...web, status: "stopped", ip_addresses: ["10.0.0.2"], ipv6_addresses: [] };
const base = { name: "base", source: { instanceId: "inst_1", snapshot: "nightly" } };
const shownBase = { id: "img_1", name: "base", status: "available" };
const data = { name: "data", region: "eu", sizeGb: 10 };
const shownData = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };

const there: Replies = {
  "GET /api/v1/instances": { answer: [shownWeb] },
  "GET /api/v1/instances/web": { answer: shownWeb },
  "GET /v1/images/img_1": { answer: shownBase },
  "GET /v1/volumes/vol_1": { answer: shownData },
};
const missing: Replies = {
  "GET /api/v1/instances": { answer: [] },
  "GET /api/v1/instances/web": notFound,
  "GET /api/v1/networks": { answer: [{ id: "net-9", name: "theirs" }] },
  "GET /api/v1/storage/buckets": { answer: [] },
  "GET /v1/images/img_1": notFound,
};

function runOf(key: string, platform: Replies, settings: Parameters<typeof newRun>[1] = {}): Run {
  return newRun(platform, { keyMark: () => key, ...settings });
}

/** Fingerprints of the keys that a state was seen by. */
function keysOf({ __seenBy: last, __seenBefore: before }: Props): readonly unknown[] {
  return [last, ...(Array.isArray(before) ? before : [])].filter((key) => key !== undefined);
}

/** The error prints the whole command, and removes nothing. */
const asks = { code: "key", says: new RegExp(`HOSTING_ACCEPT_WORLD=${world}`) } as const;

interface Row extends Expectation {
  readonly object: readonly [definition: Definition, id: string, state: Props];
  readonly platform: Replies;
  readonly settings?: Parameters<typeof newRun>[1];
  /** Objects that answer before in the same run. */
  readonly before?: readonly [definition: Definition, id: string, state: Props];
  /** Keys that the state names afterwards. */
  readonly keys?: readonly string[];
}

const objects = {
  container: [container, "web", web],
  image: [image, "img_1", base],
  network: [network, "net-1", { name: "lan" }],
  bucket: [bucket, "files", { name: "files" }],
  volume: [volume, "vol_1", data],
} as const;

describe("refresh with a key that never saw the object", () => {
  test.each<[string, Row]>([
    [
      "a container, whose name is its id, is there: the key is not known by it, as anybody may have a `web`",
      {
        object: objects.container,
        platform: there,
        sees: { says: asks.says },
        id: "web",
        keys: [ann],
      },
    ],
    [
      "a volume, whose id the platform made, is there: the key is known from now on",
      { object: objects.volume, platform: there, sees: "nothing", id: "vol_1", keys: [ben, ann] },
    ],
    ["a container is missing", { object: objects.container, platform: missing, sees: asks }],
    ["an image is missing", { object: objects.image, platform: missing, sees: asks }],
    ["a network is missing", { object: objects.network, platform: missing, sees: asks }],
    ["a bucket is missing", { object: objects.bucket, platform: missing, sees: asks }],
    [
      "a container is missing, and the key saw it before: as any key that saw it",
      {
        object: [container, "web", { ...web, __seenBefore: [ben] }],
        platform: missing,
        sees: "nothing",
        id: "",
      },
    ],
    [
      "a container is missing, and a volume of the stack has answered to the key: it never saw the container",
      {
        object: objects.container,
        before: objects.volume,
        platform: { ...missing, "GET /v1/volumes/vol_1": { answer: shownData } },
        sees: asks,
      },
    ],
    [
      "a container is there, and a network of the stack has answered to the key by the platform's id",
      {
        object: objects.container,
        before: objects.network,
        platform: { ...there, "GET /api/v1/networks": { answer: [{ id: "net-1", name: "lan" }] } },
        sees: "nothing",
        id: "web",
        keys: [ben, ann],
      },
    ],
    [
      "a container is there, and a bucket that the key saw before has answered to it",
      {
        object: objects.container,
        before: [bucket, "files", { name: "files", __seenBefore: [ben] }],
        platform: { ...there, "GET /api/v1/storage/buckets": { answer: [{ name: "files" }] } },
        sees: "nothing",
        id: "web",
        keys: [ben, ann],
      },
    ],
    [
      "a container is there, and a bucket that the key never saw has answered to it",
      {
        object: objects.container,
        before: objects.bucket,
        platform: { ...there, "GET /api/v1/storage/buckets": { answer: [{ name: "files" }] } },
        sees: { says: asks.says },
        id: "web",
        keys: [ann],
      },
    ],
    [
      "a container is there, and a volume of the stack has answered to the key",
      {
        object: objects.container,
        before: objects.volume,
        platform: there,
        sees: "nothing",
        id: "web",
        keys: [ben, ann],
      },
    ],
    [
      "a container is there after a rotation, and the user says that the key is the same account's",
      {
        object: objects.container,
        platform: there,
        settings: { acceptWorld: world },
        sees: "nothing",
        id: "web",
        keys: [ben, ann],
      },
    ],
    [
      "a container is missing after a rotation, and the user says that the key is the same account's",
      {
        object: objects.container,
        platform: missing,
        settings: { acceptWorld: world },
        sees: "nothing",
        id: "",
      },
    ],
  ])("%s", async (_happened, { object, platform, settings, before, keys, ...expected }) => {
    const run = runOf(ben, platform, settings);
    if (before !== undefined) {
      const [definition, id, state] = before;
      expect(await run.read(definition, id, held(state, "other"))).toMatchObject({ id });
    }
    const [definition, id, state] = object;
    const outcome = await run.read(definition, id, held(state));
    expectOutcome(run, outcome, expected);
    if (keys !== undefined) expect(keysOf(outcome.state).toSorted()).toEqual(keys.toSorted());
  });

  test("a wrong key empties nothing, whatever is missing", async () => {
    const run = runOf(ben, missing);
    const { volume: _readable, ...named } = objects;
    for (const [definition, id, state] of Object.values(named)) {
      const outcome = await run.read(definition, id, held(state, id));
      expect({ id: outcome.id, code: outcome.code }).toEqual({ id: undefined, code: "key" });
    }
  });
});

describe("a change or a deletion of what goes by a name, with a key that never saw it", () => {
  const running = { ...shownWeb, status: "running" };
  const named: readonly (readonly [string, Definition, Stored])[] = [
    ["container", container, { id: "web", state: held(web) }],
    ["bucket", bucket, { id: "files", state: held({ name: "files" }) }],
    [
      "pool volume",
      poolVolume,
      { id: "default/data", state: held({ name: "data", pool: "default", size: "1GiB" }) },
    ],
    ["network that has no other id", network, { id: "lan", state: held({ name: "lan" }) }],
  ];
  const platform: Replies = {
    ...there,
    "GET /api/v1/instances": { answer: [running] },
    "GET /api/v1/instances/web": { answer: running },
    "GET /api/v1/networks": { answer: [{ name: "lan" }] },
    "GET /api/v1/storage/buckets": { answer: [{ name: "files" }] },
  };

  test.each(named)(
    "a %s is not deleted, and nothing is sent",
    async (_kind, definition, object) => {
      const run = runOf(ben, platform);
      expectOutcome(run, await run.remove(definition, object), { sees: asks });
    },
  );

  test("a container is not stopped, and nothing is sent", async () => {
    const run = runOf(ben, platform);
    const object = { id: "web", state: held({ ...web, desiredState: "running" }) };
    const outcome = await run.update(container, object, {
      ...object.state,
      desiredState: "stopped",
    });
    expectOutcome(run, outcome, { sees: asks });
  });

  test("once an object of the stack has answered to the key by the platform's id, it is deleted", async () => {
    const run = runOf(ben, deletable());
    await run.read(volume, "vol_1", held(data, "data"));
    const outcome = await run.remove(container, { id: "web", state: held(web) });
    expectOutcome(run, outcome, { sees: "nothing", sent: ["DELETE /api/v1/instances/web"] });
  });

  test("after a refresh with the user's word it is deleted by any later run of the key", async () => {
    const accepting = runOf(ben, there, { acceptWorld: world });
    const { state } = await accepting.read(container, "web", held(web));
    const run = runOf(ben, deletable());
    const outcome = await run.remove(container, { id: "web", state });
    expectOutcome(run, outcome, { sees: "nothing", sent: ["DELETE /api/v1/instances/web"] });
  });

  test("an object with an id of the platform is deleted by any key", async () => {
    let isThere = true;
    const run = runOf(ben, {
      "GET /v1/volumes/vol_1": () => (isThere ? { answer: shownData } : notFound),
      "DELETE /v1/volumes/vol_1": () => {
        isThere = false;
        return { answer: {} };
      },
    });
    const outcome = await run.remove(volume, { id: "vol_1", state: held(data) });
    expectOutcome(run, outcome, { sees: "nothing", sent: ["DELETE /v1/volumes/vol_1"] });
  });
});

describe("two people with a key each", () => {
  test("work on one stack without a word as soon as each has seen something of it", async () => {
    const annRuns = runOf(ann, { ...there, ...creations });
    const disk = await annRuns.create(volume, held(data, "data"));
    const machine = await annRuns.create(container, held(web, "web"));
    expect(keysOf(machine.state)).toEqual([ann]);

    const benRefreshes = runOf(ben, there);
    await benRefreshes.read(volume, "vol_1", disk.state);
    const refreshed = await benRefreshes.read(container, "web", machine.state);
    expect(keysOf(refreshed.state).toSorted()).toEqual([ann, ben].toSorted());

    for (const key of [ann, ben]) {
      const run = runOf(key, missing);
      expect(await run.read(container, "web", refreshed.state)).toMatchObject({ id: "" });
    }
  });

  test("at most 20 fingerprints are kept, the one in use among them", async () => {
    const before = Array.from({ length: 25 }, (_, at) => `key ${at}`);
    const state = held({ ...data, __seenBefore: before });
    const keys = keysOf((await runOf(ben, there).read(volume, "vol_1", state)).state);
    expect(keys.length).toBeLessThanOrEqual(20);
    expect(keys).toContain(ben);
  });

  test("a state without a stamp, of an import file, gets one at its first refresh", async () => {
    const { __world, __seenBy, ...unstamped } = held(data);
    const outcome = await runOf(ben, there).read(volume, "vol_1", unstamped);
    expect(outcome.state).toMatchObject({ __world: world, __seenBy: ben });
  });
});

const creations: Replies = {
  "POST /v1/volumes": { answer: shownData },
  "POST /api/v1/instances": { answer: { ...shownWeb, status: "running" } },
  "GET /api/v1/instances": [{ answer: [] }, { answer: [{ ...shownWeb, status: "running" }] }],
  "GET /api/v1/instances/web": { answer: { ...shownWeb, status: "running" } },
};

/** A platform on which a stopped `web` can be deleted. */
function deletable(): Replies {
  let isThere = true;
  return {
    ...there,
    "GET /api/v1/instances": () => ({ answer: isThere ? [shownWeb] : [] }),
    "GET /api/v1/instances/web": () => (isThere ? { answer: shownWeb } : notFound),
    "DELETE /api/v1/instances/web": () => {
      isThere = false;
      return { answer: {} };
    },
  };
}

import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { closeIntent } from "../../../../provider/lifecycle/create/intent.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { network } from "../../../../resources/network/network.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { errorOf, held, keyMark, newContext, type TestContext } from "../../../support/session.ts";

const gone = { id: "", state: {}, inputs: {} };
const routes = { "GET /v1/volumes/{volume_id}": "works" };
const missing = {
  call: "GET /v1/volumes/vol_7m2k8r4t",
  status: 404,
  answer: { error: "no such volume" },
};
/** Nothing is known of the list, so that it says nothing. */
const list = { call: "GET /v1/volumes", answer: [] };
const other = {
  call: "GET /v1/volumes/vol_9x4c2h6p",
  answer: { id: "vol_9x4c2h6p", instance_id: null },
};

/** A state that another key than the one in use saw last. */
function foreign(more: Props = {}): Props {
  return { ...held({ region: "eu", __routes: routes, ...more }), __seenBy: "another" };
}

function refresh(context: TestContext, id: string, props: Props = foreign()) {
  return read(context, volume, { id, props });
}

describe("a key that followed another one", () => {
  const names = {
    call: "GET /api/v1/storage/buckets",
    answer: [{ name: "logs" }, { name: "data" }],
  };
  const bucketOf = (name: string, more: Props = {}) => ({
    id: name,
    props: foreign({ name, ...more }),
  });

  test("is known to see what that one saw, in later runs as well", async () => {
    const shown = { id: "net_4h7qm2xw", name: "lan" };
    const list = { call: "GET /api/v1/networks", answer: [shown] };
    const props = foreign({ name: "lan" });
    const first = await read(newContext([list]), network, { id: shown.id, props });
    expect(first.state).toMatchObject({ __seenBy: keyMark, __seenBefore: ["another"] });

    const alone = await read(newContext([names]), bucket, bucketOf("logs"));
    expect(alone.state).toMatchObject({ __seenBy: "another" });
    const context = newContext([list, names]);
    await read(context, network, { id: shown.id, props: first.state });
    const { state } = await read(context, bucket, bucketOf("logs"));
    expect(state).toMatchObject({ __seenBy: keyMark, __seenBefore: ["another"] });
  });

  test("keeps those marks through the changes of later runs", async () => {
    const patch = {
      call: "PATCH /v1/volumes/vol_7m2k8r4t",
      body: { size_gb: 20 },
      answer: { id: "vol_7m2k8r4t", size_gb: 20 },
    };
    const state = {
      ...held({ region: "eu", sizeGb: 10, __routes: routes }),
      __seenBefore: ["first"],
    };
    const work = { id: "vol_7m2k8r4t", state, inputs: { ...state, sizeGb: 20 } };
    expect(await update(newContext([patch]), volume, work)).toMatchObject({
      __seenBy: keyMark,
      __seenBefore: ["first"],
    });
  });

  test("leaves no mark twice where keys take turns, and its own one at its older place", async () => {
    const shown = { id: "net_4h7qm2xw", name: "lan" };
    const list = { call: "GET /api/v1/networks", answer: [shown] };
    const props = foreign({ name: "lan", __seenBefore: [keyMark, "another", "older"] });
    const { state } = await read(newContext([list]), network, { id: shown.id, props });
    expect(state).toMatchObject({ __seenBy: keyMark, __seenBefore: ["another", keyMark, "older"] });
  });

  test.each([
    ["in this run", foreign({ __seenBefore: [keyMark] })],
    ["in an earlier one", held({ __routes: routes, __seenBefore: ["another", keyMark] })],
    ["more than once", foreign({ __seenBefore: [keyMark, "another"] })],
  ])(
    "misses what the other one alone saw where they took turns %s: an account's key sees more than a project's",
    async (_when, seen) => {
      const context = newContext([other, missing]);
      await refresh(context, "vol_9x4c2h6p", seen);
      expect((await errorOf(() => refresh(context, "vol_7m2k8r4t"))).code).toBe("key");
    },
  );

  test("knows that what it saw before the other one is gone", async () => {
    const state = foreign({ __seenBefore: ["older", keyMark] });
    const context = newContext([missing, list]);
    expect(await refresh(context, "vol_7m2k8r4t", state)).toEqual(gone);
  });

  test("knows of a name that the other one saw to be the stack's, where they took turns", async () => {
    const shown = { id: "net_4h7qm2xw", name: "lan" };
    const list = { call: "GET /api/v1/networks", answer: [shown] };
    const context = newContext([list, names]);
    const props = foreign({ name: "lan", __seenBefore: [keyMark] });
    await read(context, network, { id: shown.id, props });
    const { state } = await read(context, bucket, bucketOf("logs"));
    expect(state).toMatchObject({ __seenBy: keyMark, __seenBefore: ["another"] });
  });

  test("is known so by what has only a name, too, where a run has told", async () => {
    const context = newContext([names]);
    const told = { __seenBy: keyMark, __seenBefore: ["older", "another"] };
    const data = { id: "data", props: { ...foreign({ name: "data" }), ...told } };
    expect((await read(context, bucket, data)).state).toMatchObject(told);
    const { state } = await read(context, bucket, bucketOf("logs"));
    expect(state).toMatchObject({ __seenBy: keyMark });
  });

  test("knows nothing of what others alone saw, however many they are", async () => {
    const context = newContext([missing, list]);
    const state = foreign({ __seenBefore: ["older", "oldest"] });
    expect((await errorOf(() => refresh(context, "vol_7m2k8r4t", state))).code).toBe("key");
  });

  const many = Array.from({ length: 20 }, (_, at) => `key ${at}`);

  test("keeps twenty marks of keys before it", async () => {
    const props = foreign({ __seenBefore: many });
    const { state } = await refresh(newContext([other]), "vol_9x4c2h6p", props);
    expect(state).toMatchObject({ __seenBefore: ["another", ...many.slice(0, 19)] });
  });

  test.each([
    ["an older key, too, as in a project whose key is rotated", { __seenBefore: ["older"] }],
    ["more keys than are kept", { __seenBefore: many }],
  ])("misses what the other one alone saw beside what was seen by %s", async (_what, seen) => {
    const context = newContext([other, missing]);
    await refresh(context, "vol_9x4c2h6p", foreign(seen));
    expect((await errorOf(() => refresh(context, "vol_7m2k8r4t"))).code).toBe("key");
  });

  test("misses what the other one alone saw where another state says that they took turns", async () => {
    const context = newContext([other, missing]);
    const [alone, both] = [foreign(), foreign({ __seenBefore: [keyMark] })];
    closeIntent(context, volume, { id: "vol_5n8w3q7z", state: both });
    await refresh(context, "vol_9x4c2h6p", alone);
    expect((await errorOf(() => refresh(context, "vol_7m2k8r4t"))).code).toBe("key");
  });

  test("says of what only others saw that it left the state", async () => {
    const context = newContext([other, missing]);
    await refresh(context, "vol_9x4c2h6p");
    expect(await refresh(context, "vol_7m2k8r4t")).toEqual(gone);
    expect(context.said).toEqual([
      'warning: volume "main": vol_7m2k8r4t leaves the state as gone: this API key sees other objects of the stack, and never saw it. If it is there, check hosting:apiKey, and set `adopt` to vol_7m2k8r4t.',
    ]);
  });

  test("says so of what is deleted, too", async () => {
    const refused = { ...missing, call: "DELETE /v1/volumes/vol_7m2k8r4t" };
    const context = newContext([other, missing, refused, missing]);
    await refresh(context, "vol_9x4c2h6p");
    await remove(context, volume, { id: "vol_7m2k8r4t", state: foreign() });
    expect(context.said.join()).toContain("vol_7m2k8r4t leaves the state as gone: this API key");
  });

  test("knows that what the same keys saw is gone, however many they are", async () => {
    const context = newContext([other, missing]);
    await refresh(context, "vol_9x4c2h6p", foreign({ __seenBefore: many }));
    expect(await refresh(context, "vol_7m2k8r4t", foreign({ __seenBefore: many }))).toEqual(gone);
  });

  test("knows that what the same keys saw is gone, and what more of them did", async () => {
    for (const before of [["older"], ["older", "oldest"]]) {
      const context = newContext([other, missing]);
      await refresh(context, "vol_9x4c2h6p", foreign({ __seenBefore: ["older"] }));
      const state = foreign({ __seenBefore: before });
      expect(await refresh(context, "vol_7m2k8r4t", state)).toEqual(gone);
    }
  });
});

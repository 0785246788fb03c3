import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { floatingIpAssignment } from "../../../../resources/network/floating-ip-assignment.ts";
import { network } from "../../../../resources/network/network.ts";
import { bucket } from "../../../../resources/storage/bucket.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { errorOf, held, newContext } from "../../../support/session.ts";

const get = { call: "GET /v1/volumes/vol_1" };
const missing = { ...get, status: 404, answer: { error: "there is no such volume" } };
const trusted = { __routes: { "GET /v1/volumes/{volume_id}": "works" } };

function deleting(words: readonly string[], calls: readonly Expected[], state: Props = trusted) {
  const context = newContext(calls, { deletedByHand: words });
  return remove(context, volume, { id: "vol_1", state: held(state) });
}

describe("an object that the user says was deleted", () => {
  test.each(["vol_1", "Volume:vol_1"])("as %s is looked for, and nothing is sent", async (word) => {
    await deleting(["vol_9", word], [missing]);
  });

  test("is believed to be gone where nothing can read it", async () => {
    await deleting(["vol_1"], [missing], {});
    const settings = { assumedRoutes: "never", deletedByHand: ["Volume:vol_1"] } as const;
    const context = newContext([], settings);
    await remove(context, volume, { id: "vol_1", state: held({}) });
    expect(context.said).toEqual([]);
  });

  test.each<[string, Partial<Expected>]>([
    ["JSON that is no error", { answer: { detail: "Not Found" } }],
    ["a page", { text: "<h1>Not found</h1>" }],
  ])("is believed to be gone where the platform answers 404 with %s", async (_what, answer) => {
    const nothing = { ...get, status: 404, ...answer };
    await deleting(["vol_1"], [nothing]);
    const props = held({ region: "eu", ...trusted });
    const context = newContext([nothing], { deletedByHand: ["vol_1"] });
    expect((await read(context, volume, { id: "vol_1", props })).id).toBe("");
  });

  test("is believed to be gone by a key that never saw the stack", async () => {
    await deleting(["vol_1"], [missing], { ...trusted, __seenBy: "another" });
  });

  test("stays when it is there", async () => {
    const error = await errorOf(() => deleting(["vol_1"], [{ ...get, answer: { id: "vol_1" } }]));
    expect(error.message).toBe(
      'volume "main" (vol_1) was not deleted: HOSTING_DELETED_BY_HAND names it, but it is there. Delete it in the console and run again, or run without that setting to have it deleted here.',
    );
  });

  test("stays with a status nobody knows, which may say that it is gone", async () => {
    const shown = { ...get, answer: { id: "vol_1", status: "archived" } };
    const error = await errorOf(() => deleting(["vol_1"], [shown]));
    expect(error.message).toBe(
      'volume "main" (vol_1) was not deleted: HOSTING_DELETED_BY_HAND names it, but it is there with the status "archived". If that means deleted, add it to words.deleted in hosting:assumptions and run again with --run-program; else delete it in the console.',
    );
    const settings = { assumptions: { "words.deleted": ["Archived"] }, deletedByHand: ["vol_1"] };
    await remove(newContext([shown], settings), volume, { id: "vol_1", state: held(trusted) });
  });

  test.each([
    { status: "destroyed" },
    { status: "REMOVED" },
    { status: "archived", deleted_at: "2026-01-02T00:00:00Z" },
    { deletedAt: 1_767_312_000 },
  ])("is gone where it is shown as %j", async (shown) => {
    await deleting(["vol_1"], [{ ...get, answer: { id: "vol_1", ...shown } }]);
  });

  test.each([null, "", 0, "0001-01-01T00:00:00Z"])(
    "is there where the time of its deletion is %j",
    async (deleted_at) => {
      const shown = { ...get, answer: { id: "vol_1", status: "active", deleted_at } };
      const { message } = await errorOf(() => deleting(["vol_1"], [shown]));
      expect(message).toContain("but it is there. Delete it");
    },
  );

  test.each(["9999-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2027-06-01", 2_147_483_647])(
    "is there where that is the end of a calendar, or its beginning, or planned: %j",
    async (deleted_at) => {
      const { message } = await errorOf(() =>
        deleting(["vol_1"], [{ ...get, answer: { id: "vol_1", deleted_at } }]),
      );
      expect(message).toContain("but it is there. Delete it");
    },
  );

  test("is there where it lives, and an end is planned for it", async () => {
    const shown = { id: "vol_1", status: "active", deleted_at: "2027-06-01T00:00:00Z" };
    const { message } = await errorOf(() => deleting(["vol_1"], [{ ...get, answer: shown }]));
    expect(message).toContain("but it is there. Delete it");
  });

  test("is believed after one look: the user's word takes the place of what proves an absence", async () => {
    const list = { call: "GET /api/v1/networks", answer: [{ id: "net_2", name: "other" }] };
    const context = newContext([list], { deletedByHand: ["Network:net_1"] });
    await remove(context, network, { id: "net_1", state: held({ name: "lan" }) });
    expect(context.clock.sleeps).toEqual([]);
  });

  test("is believed where an assignment's instance is left out", async () => {
    const answer = { id: "fip_1", ip: "203.0.113.7" };
    const word = { deletedByHand: ["FloatingIpAssignment:fip_1"] };
    const context = newContext([{ call: "GET /v1/floating-ips/fip_1", answer }], word);
    const state = held({ floatingIpId: "fip_1", instanceId: "inst_1" });
    await remove(context, floatingIpAssignment, { id: "fip_1", state });
  });

  test("stays when nobody can tell now", async () => {
    const down = { ...get, status: 503, answer: { error: "later" } };
    expect((await errorOf(() => deleting(["vol_1"], [down]))).code).toBe("platform");
  });

  test("that is an assignment says nothing about its address, which has the same id", async () => {
    const look = { call: "GET /v1/floating-ips/vol_1", status: 404, answer: { error: "none" } };
    const erase = { ...look, call: "DELETE /v1/floating-ips/vol_1" };
    const words = { deletedByHand: ["FloatingIpAssignment:vol_1"] };
    const context = newContext([look, look, erase, look], words);
    const inputs = { floatingIpId: "vol_1", instanceId: "inst_1" };
    await remove(context, floatingIpAssignment, { id: "vol_1", state: held(inputs) });
    const address = { id: "vol_1", state: held({ region: "eu" }, "address") };
    const { code } = await errorOf(() => remove(context, floatingIp, address));
    expect(code).toBe("gap");
  });

  test("is another one than that of another class with the same id", async () => {
    await deleting(
      ["FloatingIp:vol_1"],
      [
        { ...get, answer: { id: "vol_1", instance_id: null } },
        { call: "DELETE /v1/volumes/vol_1" },
      ],
    );
  });

  describe("and a refresh misses", () => {
    test("leaves the state after one look: what the platform made an id for does not come back", async () => {
      const list = { call: "GET /api/v1/networks", answer: [] };
      const context = newContext([list], { deletedByHand: ["Network:net_1"] });
      const props = held({ name: "lan" });
      expect((await read(context, network, { id: "net_1", props })).id).toBe("");
      expect(context.clock.sleeps).toEqual([]);
    });

    test("needs a second list where its id is a name, which the word may name for longer", async () => {
      const list = { call: "GET /api/v1/storage/buckets", answer: [] };
      const other = { ...list, answer: [{ name: "assets" }] };
      const settings = { assumedRoutes: "never", deletedByHand: ["Bucket:assets"] } as const;
      const context = newContext([list, other], settings);
      const props = held({ name: "assets" });
      expect((await read(context, bucket, { id: "assets", props })).id).toBe("assets");
    });
  });
});

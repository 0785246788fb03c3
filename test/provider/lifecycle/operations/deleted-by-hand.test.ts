import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { remove } from "../../../../provider/lifecycle/operations/delete.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { errorOf, held, newContext } from "../../../support/session.ts";

const get = { call: "GET /v1/volumes/vol_1" };
const missing = { ...get, status: 404, answer: { error: "there is none" } };
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

  test("is believed to be gone by a key that never saw the stack", async () => {
    await deleting(["vol_1"], [missing], { ...trusted, __seenBy: "another" });
  });

  test("stays when it is there", async () => {
    const error = await errorOf(() => deleting(["vol_1"], [{ ...get, answer: { id: "vol_1" } }]));
    expect(error.message).toBe(
      'volume "main" (vol_1) was not deleted: HOSTING_DELETED_BY_HAND names it, but it is there. Delete it in the console and run again, or run without that setting to have it deleted here.',
    );
  });

  test("stays when nobody can tell now", async () => {
    const down = { ...get, status: 503, answer: { error: "later" } };
    expect((await errorOf(() => deleting(["vol_1"], [down]))).code).toBe("platform");
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
});

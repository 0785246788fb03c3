import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { HostingError } from "../../../../provider/errors.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { container } from "../../../../resources/compute/container.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { volumeAttachment } from "../../../../resources/storage/volume-attachment.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { errorOf, held, newContext, type TestContext } from "../../../support/session.ts";

const list = (...answer: { name: string; status: string }[]): Expected => ({
  call: "GET /api/v1/instances",
  answer,
});
const web = { name: "web", status: "stopped" };
const deleting = list({ ...web, status: "deleting" });
const erase = { call: "DELETE /api/v1/instances/web" };
const missing = { call: "GET /api/v1/instances/web", status: 404, answer: { error: "none" } };
const before = held({ name: "web", image: "debian/13" });

/** Deletes the container as the engine does it when another one of the name takes its place. */
function replacing(context: TestContext, state: Props = before) {
  const inputs = { ...before, image: "debian/14" };
  const { deleteBeforeReplace } = compare(context, container, { id: "web", state, inputs });
  expect(deleteBeforeReplace).toBe(true);
  return remove(context, container, { id: "web", state });
}

describe("a deletion that makes room for another object", () => {
  test("is done when the object is gone, not when it was accepted", async () => {
    const context = newContext([list(web), erase, deleting, deleting, list(), missing]);
    await replacing(context);
    expect(context.clock.sleeps.length).toBe(2);
    expect(context.said).toEqual([]);
  });

  test("takes one look where the object goes at once", async () => {
    const context = newContext([list(web), erase, list(), missing]);
    await replacing(context);
    expect(context.clock.sleeps).toEqual([]);
  });

  test.each([
    ["deleting", 120],
    ["pending", 120],
    ["fading", 30],
  ])(
    "is done where the platform lists for ever as %j what was deleted, after %i s",
    async (status, least) => {
      let shown = web;
      const api: TestContext["api"] = {
        async call({ method }) {
          if (method === "GET") return [shown];
          shown = { ...web, status };
          return null;
        },
      };
      const context = newContext([], { api });
      const startedAt = context.clock.now();
      await replacing(context);
      const seconds = (context.clock.now() - startedAt) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(least);
      expect(seconds).toBeLessThan(least + 20);
      expect(context.said).toContain(
        'warning: container "main": it is still shown though its deletion was accepted.',
      );
    },
  );

  test("of what only lists show needs no second list", async () => {
    const networks = (...answer: { id: string }[]) => ({ call: "GET /api/v1/networks", answer });
    const own = { name: "lan", config: { "ipv4.address": "10.0.0.1/24" } };
    const state = held(own);
    const context = newContext([
      { call: "DELETE /api/v1/networks/net_1" },
      networks({ id: "net_1" }),
      networks({ id: "net_2" }),
    ]);
    const inputs = { ...state, config: { "ipv4.address": "10.0.0.1/25" } };
    compare(context, network, { id: "net_1", state, inputs });
    await remove(context, network, { id: "net_1", state });
  });

  test("waits until a volume is detached", async () => {
    const get = (instance_id: string | null) => ({
      call: "GET /v1/volumes/vol_1",
      answer: { id: "vol_1", instance_id },
    });
    const detach = { call: "POST /v1/volumes/vol_1/detach" };
    const context = newContext([get("inst_1"), detach, get("inst_1"), get(null)]);
    const state = held({ volumeId: "vol_1", instanceId: "inst_1" });
    const inputs = { ...state, instanceId: "inst_2" };
    const id = "vol_1/inst_1";
    compare(context, volumeAttachment, { id, state, inputs });
    await remove(context, volumeAttachment, { id, state });
  });
});

describe("a deletion that makes room, and is refused", () => {
  const call = "DELETE /api/v1/networks/net_1";
  const own = { name: "lan", config: { "ipv4.address": "10.0.0.1/24" } };
  const inUse = { call, status: 409, answer: { error: "lan is in use" } };
  const gone = [{ call: "GET /api/v1/networks", answer: [{ id: "net_2" }] }];

  function replacingNetwork(calls: readonly Expected[], change: Props) {
    const context = newContext(calls);
    const state = held(own);
    compare(context, network, { id: "net_1", state, inputs: { ...state, ...change } });
    return { context, done: remove(context, network, { id: "net_1", state }) };
  }

  test("for 45 s names the way out: what stays in use never makes room", async () => {
    const calls = new Array<Expected>(8).fill(inUse);
    const { context, done } = replacingNetwork(calls, { config: {} });
    const error = await errorOf(() => done);
    expect(error.code).toBe("gap");
    expect(error.message).toBe(
      'network "main" (net_1) was not deleted: lan is in use (409). With this name it has to go before its replacement comes: give the new one another name, or leave `name` out, then run the same command again.',
    );
    expect(context.clock.sleeps).toEqual([2000, 3000, 5000, 8000, 10_000, 10_000, 10_000]);
  });

  test("for less is sent again: what used it goes meanwhile", async () => {
    const calls = [...new Array<Expected>(7).fill(inUse), { call }, ...gone];
    await replacingNetwork(calls, { config: {} }).done;
  });

  test("for longer is sent again where something has to be detached first: that may take its time", async () => {
    const get = { call: "GET /v1/volumes/vol_1", status: 404, text: "no page" };
    const erase = { call: "DELETE /v1/volumes/vol_1" };
    const refused = { ...erase, status: 409, answer: { error: "in use" } };
    const context = newContext([get, ...new Array<Expected>(9).fill(refused), erase, get]);
    const state = held({ name: "data", region: "eu", sizeGb: 10, allowDataLoss: true });
    const inputs = { ...state, region: "us" };
    expect(compare(context, volume, { id: "vol_1", state, inputs })).toMatchObject({
      deleteBeforeReplace: true,
    });
    await remove(context, volume, { id: "vol_1", state });
  });

  test("for longer is sent again where its replacement is there already", async () => {
    const calls = [...new Array<Expected>(9).fill(inUse), { call }, ...gone];
    await replacingNetwork(calls, { config: {}, name: "other" }).done;
  });
});

test("a deletion that nothing follows is done when it was accepted: nobody waits for the name", async () => {
  await remove(newContext([list(web), erase]), container, { id: "web", state: before });
});

test("a container that never stops is refused by its DELETE, and the error shows the platform's words", async () => {
  const running = { name: "web", status: "running" };
  const api: TestContext["api"] = {
    ...newContext().api,
    async call(endpoint, request) {
      if (endpoint.method === "GET") return [running];
      if (endpoint.method === "POST") return null;
      const refusal = { ...erase, status: 409, answer: { error: "web still runs" } };
      return newContext([refusal]).api.call(endpoint, request);
    },
  };
  const state = { ...before, timeouts: { delete: "5m" } };
  const error = await errorOf(() =>
    remove(newContext([], { api }), container, { id: "web", state }),
  );
  expect(error.code).toBe("timeout");
  expect(error.message).toContain("(at last: web still runs");
});

describe("a deletion that is turned away", () => {
  const call = "DELETE /api/v1/networks/net_1";
  const turnedAway = { call, error: new HostingError("key", "the API key was refused (401).") };
  const noAnswer = {
    call,
    error: new HostingError("unknownOutcome", "the answer is lost.", {
      doubt: { applied: false, settlesInMs: 0 },
    }),
  };
  const there = { call: "GET /api/v1/networks", answer: [{ id: "net_1", name: "main" }] };
  const state = held({ name: "main", region: "eu" });

  test.each([
    ["at once is not looked for later", [turnedAway], false],
    [
      "after one whose answer was lost may have been carried out",
      [noAnswer, there, turnedAway],
      true,
    ],
  ])("%s", async (_what, calls, isNoted) => {
    const context = newContext(calls);
    const { code } = await errorOf(() => remove(context, network, { id: "net_1", state }));
    expect(code).toBe("key");
    const noted = context.journal.deletionOf({ type: "network", id: "net_1" });
    expect(noted !== undefined).toBe(isNoted);
  });
});

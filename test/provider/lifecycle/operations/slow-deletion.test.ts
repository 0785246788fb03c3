import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { remove } from "../../../../provider/lifecycle/operations/delete.ts";
import { compare } from "../../../../provider/lifecycle/operations/diff.ts";
import { container } from "../../../../resources/compute/container.ts";
import { network } from "../../../../resources/network/network.ts";
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
  });

  test("takes one look where the object goes at once", async () => {
    const context = newContext([list(web), erase, list(), missing]);
    await replacing(context);
    expect(context.clock.sleeps).toEqual([]);
  });

  test("is done after two minutes, where the platform lists for ever what was deleted", async () => {
    const api: TestContext["api"] = {
      call: async ({ method }) => (method === "GET" ? [{ ...web, status: "deleted" }] : null),
    };
    const context = newContext([], { api });
    const startedAt = context.clock.now();
    await replacing(context);
    const seconds = (context.clock.now() - startedAt) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(120);
    expect(seconds).toBeLessThan(140);
    expect(context.said).toContain(
      'warning: container "main": it is still shown two minutes after its deletion was accepted.',
    );
  });

  test("of what only lists show needs no second list", async () => {
    const networks = (...answer: { id: string }[]) => ({ call: "GET /api/v1/networks", answer });
    const page = { call: "GET /api/v1/networks/net_1", status: 404, text: "no page" };
    const own = { name: "lan", config: { "ipv4.address": "10.0.0.1/24" } };
    const state = held(own);
    const context = newContext([
      { call: "DELETE /api/v1/networks/net_1" },
      networks({ id: "net_1" }),
      networks({ id: "net_2" }),
      page,
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

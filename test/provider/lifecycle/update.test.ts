import { describe, expect, test } from "vitest";
import type { Props } from "../../../provider/definition/session.ts";
import { PartialFailure } from "../../../provider/errors.ts";
import { update } from "../../../provider/lifecycle/update.ts";
import { container } from "../../../resources/compute/container.ts";
import { loadBalancer } from "../../../resources/network/load-balancer.ts";
import { volume } from "../../../resources/storage/volume.ts";
import type { Expected } from "../../support/fake-api.ts";
import {
  declared,
  errorOf,
  keyMark,
  newContext,
  partialFailureOf,
  type TestContext,
  world,
} from "../../support/session.ts";

const before = declared({ name: "data", region: "eu", sizeGb: 10 });
const after = { ...before, sizeGb: 20 };
const stamps = {
  __world: world,
  __seenBy: keyMark,
  __routes: { "GET /v1/volumes/{volume_id}": "works" },
  __echoes: ["name", "region", "sizeGb"],
  __shown: {},
};
/** Only a look says how the platform shows what was sent. */
const unseen = { ...stamps, __echoes: ["name", "region"] };
const state = { ...before, status: "available", ...stamps };
const there = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const grown = { ...there, size_gb: 20 };
const patch: Expected = { call: "PATCH /v1/volumes/vol_1", body: { size_gb: 20 } };
const get = (answer: Expected["answer"] = null): Expected => ({
  call: "GET /v1/volumes/vol_1",
  answer,
});
const refused = (status: number): Expected => ({ ...patch, status, answer: { error: "no" } });
const gone: Expected = { ...get(), status: 404, answer: { error: "there is none" } };

function grow(context: TestContext, from: Props = state, inputs: Props = after) {
  return update(context, volume, { id: "vol_1", state: from, inputs });
}

describe("an update", () => {
  test("sends what changed, alone, and stores what is there now", async () => {
    const context = newContext([{ ...patch, answer: grown }]);
    expect(await grow(context)).toEqual({ ...after, status: "available", ...unseen });
  });

  test("of nothing but control inputs sends nothing and stores them", async () => {
    const inputs = { ...before, timeouts: { create: "1h" }, allowDataLoss: true, adopt: "vol_9" };
    expect(await grow(newContext(), state, inputs)).toEqual({ ...state, ...inputs });
  });

  test.each<[string, readonly Expected[], Props]>([
    [
      "waits until the platform shows the new value",
      [{ ...patch, answer: there }, get({ ...there, status: "resizing" }), get(there), get(grown)],
      {},
    ],
    [
      "does not wait for a field that the platform never echoed",
      [{ ...patch, answer: there }],
      { __echoes: ["name"] },
    ],
    ["keeps outputs that its answer does not show", [{ ...patch, answer: { id: "vol_1" } }], {}],
    ["that an interrupted run had sent is done, whatever 409 says", [refused(409), get(grown)], {}],
    ["or 500", [refused(500), get(grown)], {}],
    [
      "that an interrupted run had sent is waited for while the object is on its way",
      [refused(422), get({ ...there, status: "resizing" }), get(grown)],
      {},
    ],
  ])("%s", async (_what, calls, change) => {
    const stored = await grow(newContext(calls), { ...state, ...change });
    expect(stored).toMatchObject({ sizeGb: 20, status: "available" });
  });

  test("that takes too long stores what was sent, and what is left to be done", async () => {
    const context = newContext([{ ...patch, answer: there }, get(there)]);
    const inputs = { ...after, timeouts: { update: 1 } };
    const failure = await partialFailureOf(() => grow(context, state, inputs));
    expect(failure).toMatchObject({
      id: "vol_1",
      code: "timeout",
      properties: { ...inputs, ...unseen, __unfinished: failure.message },
    });
  });

  test.each<[number, string, readonly Expected[]]>([
    [401, "key", []],
    [404, "notFound", []],
    [409, "refused", [get(there)]],
    [429, "rateLimit", []],
    [500, "unknownOutcome", [get(there)]],
    [409, "refused", [get({ ...there, status: "deleting" }), gone, gone, gone]],
  ])(
    "that is answered with %i is %s, and leaves the state as it was",
    async (status, code, looks) => {
      const error = await errorOf(() => grow(newContext([refused(status), ...looks])));
      expect(error).not.toBeInstanceOf(PartialFailure);
      expect(error.code).toBe(code);
    },
  );

  test("of an optional input that is left out from now on does not wait for it to vanish", async () => {
    const rules = [
      { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" },
    ];
    const inputs = declared({ region: "eu", forwardingRules: rules });
    const from = { ...inputs, algorithm: "ip_hash", __echoes: ["algorithm"] };
    const answer = { id: "lb_1", algorithm: "ip_hash", status: "active" };
    const context = newContext([
      { call: "PATCH /v1/load-balancers/lb_1", body: {}, answer },
      { call: "GET /v1/load-balancers/lb_1", answer },
    ]);
    const stored = await update(context, loadBalancer, { id: "lb_1", state: from, inputs });
    expect(stored).not.toHaveProperty("algorithm");
  });

  test("of a container's state is an action, and stored as it was seen", async () => {
    const inputs = declared({ name: "web", image: "debian/13", desiredState: "stopped" });
    const from = { ...inputs, desiredState: "running", status: "running", __world: world };
    const running = { name: "web", status: "running", ip_addresses: ["10.0.0.2"] };
    const list = { call: "GET /api/v1/instances" };
    const context = newContext([
      { ...list, answer: [running] },
      { call: "POST /api/v1/instances/web/action", body: { action: "stop" } },
      { ...list, answer: [{ ...running, status: "stopped" }] },
    ]);
    const stored = await update(context, container, { id: "web", state: from, inputs });
    expect(stored).toMatchObject({ desiredState: "stopped", status: "stopped" });
  });
});

describe("an update of what was left unfinished", () => {
  const unfinished = { __world: world, __unfinished: "it was being made" };
  const open = { ...state, ...unfinished, status: "creating" };
  const creating = get({ ...there, status: "creating" });

  test("goes on waiting, sends nothing that is done, and is finished then", async () => {
    expect(await grow(newContext([creating, get(there)]), open, before)).toEqual(state);
  });

  test("sends what changed since, after the waiting", async () => {
    const context = newContext([creating, get(there), { ...patch, answer: grown }]);
    expect(await grow(context, open)).toMatchObject({ sizeGb: 20 });
  });

  test("leaves alone what somebody has changed by hand meanwhile", async () => {
    const from = { ...open, sizeGb: 20 };
    expect(await grow(newContext([get(there)]), from)).toMatchObject({ sizeGb: 20 });
  });

  test("that fails while waiting keeps the inputs it really has, so that nothing is forgotten", async () => {
    const context = newContext([get({ ...there, status: "error" })]);
    const failure = await partialFailureOf(() => grow(context, open));
    expect(failure).toMatchObject({ id: "vol_1", properties: { sizeGb: 10 } });
    expect(failure.properties["__unfinished"]).toBe(failure.message);
  });

  test("asks for what neither the state nor the list shows of it", async () => {
    const inputs = declared({ name: "web", image: "debian/13" });
    const from = { ...inputs, status: "running", ...unfinished };
    const listed = { name: "web", status: "running" };
    const port_block = { address: "203.0.113.1", first_port: 20_000, last_port: 20_009 };
    const context = newContext([
      { call: "GET /api/v1/instances", answer: [listed] },
      { call: "GET /api/v1/instances/web", answer: { ...listed, port_block } },
    ]);
    const stored = await update(context, container, { id: "web", state: from, inputs });
    expect(stored["portBlock"]).toMatchObject({ firstPort: 20_000 });
  });
});

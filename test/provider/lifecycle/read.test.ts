import { describe, expect, test } from "vitest";
import type { Definition } from "../../../provider/definition/definition.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { certificate } from "../../../resources/network/certificate.ts";
import { loadBalancer } from "../../../resources/network/load-balancer.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { makeCertificate } from "../../support/certificate.ts";
import { declared, keyMark, newContext, world } from "../../support/session.ts";
import { toy } from "../../support/session-toy.ts";

const inputs = declared({ name: "data", region: "eu", sizeGb: 10, timeouts: { read: "1m" } });
const state = {
  ...inputs,
  status: "available",
  __world: world,
  __seenBy: keyMark,
  __routes: { "GET /v1/volumes/{volume_id}": "works" },
  __echoes: ["name", "region", "sizeGb"],
};
const there = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const get = { call: "GET /v1/volumes/vol_1" };

describe("a refresh", () => {
  test("of what is as it was changes nothing", async () => {
    const context = newContext([{ ...get, answer: there }]);
    const result = await read(context, volume, { id: "vol_1", props: state });
    expect(result).toEqual({ id: "vol_1", state, inputs });
    expect(context.said).toEqual([]);
  });

  test("shows new outputs, which are no drift of inputs", async () => {
    const answer = { ...there, status: "resizing", colour: "green" };
    const result = await read(newContext([{ ...get, answer }]), volume, {
      id: "vol_1",
      props: state,
    });
    expect(result).toEqual({ id: "vol_1", state: { ...state, status: "resizing" }, inputs });
  });

  test("keeps outputs that the answer does not show, or shows in another type", async () => {
    const answer = { id: "vol_1", status: 5 };
    const result = await read(newContext([{ ...get, answer }]), volume, {
      id: "vol_1",
      props: state,
    });
    expect(result.state).toEqual(state);
  });

  test("shows drift of an input that can be updated, so that the next up undoes it", async () => {
    const answer = { ...there, size_gb: 20 };
    const context = newContext([{ ...get, answer }]);
    const result = await read(context, volume, { id: "vol_1", props: state });
    expect(result.inputs).toEqual({ ...inputs, sizeGb: 20 });
    expect(result.state).toMatchObject({ sizeGb: 20, __echoes: state.__echoes });
    expect(context.said).toEqual([]);
  });

  test("only warns of drift that no route could undo", async () => {
    const context = newContext([{ ...get, answer: { ...there, region: "us" } }]);
    const result = await read(context, volume, { id: "vol_1", props: state });
    expect(result).toEqual({ id: "vol_1", state, inputs });
    expect(context.said).toEqual([
      'warning: volume "main": region is "us" on the platform and "eu" in the program; it cannot be updated, so nothing is changed.',
    ]);
  });

  test("only warns of drift where no route updates the kind", async () => {
    const props = declared({ algorithm: "ip_hash", __echoes: ["algorithm"] });
    const answer = { id: "lb_1", algorithm: "round_robin" };
    const assumptions = { "routes.loadBalancer.update": "none" };
    const calls = [{ call: "GET /v1/load-balancers/lb_1", answer }];
    const result = await read(newContext(calls, { assumptions }), loadBalancer, {
      id: "lb_1",
      props,
    });
    expect(result.inputs).toMatchObject({ algorithm: "ip_hash" });
  });

  test.each<[string, Props, Props]>([
    ["was never an echo", { ...state, __echoes: ["name"] }, { size_gb: 20 }],
    ["is not shown", state, { size_gb: null }],
    ["is on its way to what was asked for", { ...state, __unfinished: "growing" }, { size_gb: 5 }],
  ])("takes no difference for drift in a field that %s", async (_why, props, seen) => {
    const answer = { ...there, ...Object(seen) };
    const result = await read(newContext([{ ...get, answer }]), volume, { id: "vol_1", props });
    expect(result.inputs).toEqual(inputs);
    expect(result.state).toMatchObject({ sizeGb: 10 });
  });

  test("leaves alone an input that the program no longer gives", async () => {
    const { sizeGb: _size, ...others }: Props = state;
    const context = newContext([{ ...get, answer: there }]);
    const result = await read(context, volume, { id: "vol_1", props: others });
    expect(result.inputs).not.toHaveProperty("sizeGb");
    expect(result.state).not.toHaveProperty("sizeGb");
  });

  test("takes another spelling for no drift", async () => {
    const props = declared({ backendInstances: ["inst_1", "inst_2"], region: "eu" });
    const answer = { id: "lb_1", backend_instances: ["inst_2", "inst_1"], region: "eu" };
    const result = await read(
      newContext([{ call: "GET /v1/load-balancers/lb_1", answer }]),
      loadBalancer,
      { id: "lb_1", props: { ...props, __echoes: ["backendInstances", "region"] } },
    );
    expect(result.inputs).toEqual(props);
  });

  test("takes re-wrapped certificates for no drift, and does not warn", async () => {
    const { certificate: pem, privateKey } = makeCertificate();
    const props = declared({ privateKey, certificate: pem, __echoes: ["certificate"] });
    const answer = { id: "cert_1", certificate: pem.replaceAll("\n", "\r\n") };
    const context = newContext([{ call: "GET /v1/certificates/cert_1", answer }]);
    const result = await read(context, certificate, { id: "cert_1", props });
    expect(result.inputs).toMatchObject({ certificate: pem });
    expect(context.said).toEqual([]);
  });

  test("never shows a secret that differs", async () => {
    const props = declared({ token: "alpha", phrase: "open", __echoes: ["token", "phrase"] });
    const answer = { id: "x_1", token: "beta", phrase: "shut" };
    const context = newContext([{ call: "GET /v1/load-balancers/x_1", answer }]);
    await read(context, toy, { id: "x_1", props });
    expect(context.said).toEqual([
      'warning: toy "main": token is a secret on the platform and a secret in the program; it cannot be updated, so nothing is changed.',
    ]);
  });

  test("keeps what is left to be done", async () => {
    const props = { ...state, __unfinished: "it was growing" };
    const result = await read(newContext([{ ...get, answer: there }]), volume, {
      id: "vol_1",
      props,
    });
    expect(result.state).toMatchObject({ __unfinished: "it was growing" });
  });

  test("keeps the state where nothing can be read, and says so once", async () => {
    const context = newContext([], { assumedRoutes: "never" });
    const result = await read(context, volume, { id: "vol_1", props: state });
    expect(result).toEqual({ id: "vol_1", state, inputs });
    expect(context.said).toEqual([
      "warning: the platform offers no way to read a volume, so the state of each is kept as it is; for one that was deleted by hand, set HOSTING_DELETED_BY_HAND=<id>.",
    ]);
  });

  test("believes the user that an object is gone which nothing can read", async () => {
    const context = newContext([], { assumedRoutes: "never", deletedByHand: ["vol_1"] });
    const gone = await read(context, volume, { id: "vol_1", props: state });
    expect(gone).toEqual({ id: "", state: {}, inputs: {} });
    expect(context.said).toEqual([]);
  });

  test("keeps the name that an object has when ours was made up", async () => {
    const props = { ...state, name: "old", __generatedName: true, __echoes: [] };
    const answer = { ...there, name: "old" };
    const result = await read(newContext([{ ...get, answer }]), volume, { id: "vol_1", props });
    expect(result.state).toMatchObject({ name: "old" });
  });
});

describe("a static get", () => {
  const lookup = { __lookup: true, __provider: "provider text" };

  function getting(definition: Definition, answer: Props, call = get.call) {
    const context = newContext([{ call, answer: Object(answer) }]);
    return read(context, definition, { id: "vol_1", props: lookup });
  }

  test("shows inputs and outputs of what is there, and leaves its inputs alone", async () => {
    expect(await getting(volume, { ...there, filesystem: null, colour: "green" })).toEqual({
      id: "vol_1",
      state: { name: "data", region: "eu", sizeGb: 10, status: "available", __world: world },
      inputs: lookup,
    });
  });
});

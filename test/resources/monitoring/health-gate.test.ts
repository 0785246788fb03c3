import { describe, expect, test } from "vitest";
import type { ProbeResult, ProbeTarget } from "../../../provider/definition/session.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../provider/lifecycle/delete/delete.ts";
import { compare } from "../../../provider/lifecycle/diff.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { update } from "../../../provider/lifecycle/update.ts";
import { healthGate } from "../../../resources/monitoring/health-gate.ts";
import { declared, errorOf, newContext } from "../../support/session.ts";

const gate = declared({
  instanceId: "inst_1",
  address: "203.0.113.5",
  probe: { protocol: "http", port: 8080, path: "/healthz", interval: 3, timeout: 2, attempts: 4 },
  drainSeconds: 20,
});

/** A context whose machines answer probes like this, the last answer for ever; no request is expected. */
function answering(...results: readonly string[]) {
  const targets: ProbeTarget[] = [];
  const probe = async (target: ProbeTarget): Promise<ProbeResult> => {
    const reason = results[Math.min(targets.length, results.length - 1)] ?? "";
    targets.push(target);
    return reason === "" ? { healthy: true } : { healthy: false, reason };
  };
  return { context: newContext([], { probe }), targets };
}

test.each([
  ["none, as of a machine without any", undefined, "platform shows no address of the machine"],
  ["an empty one, as a group has it then", "", "platform shows no address of the machine"],
  ["a host name", "web.example", "must be an IP address"],
])("an address that is %s is refused with the reason", (_what, address, reason) => {
  const { address: _address, ...rest } = gate;
  const inputs = address === undefined ? rest : { ...rest, address };
  const { problems } = check(healthGate, { mailEnabled: false, now: 0 }, { oldInputs: {}, inputs });
  expect(problems).toEqual([{ property: "address", reason: expect.stringContaining(reason) }]);
});

describe("a health gate", () => {
  test("probes at an interval until the program answers, and says when it did", async () => {
    const { context, targets } = answering("it is provisioning", "connect ECONNREFUSED", "");
    const { id, state } = await create(context, healthGate, gate);
    expect(id).toMatch(/^gate_[0-9a-f]{8}$/);
    expect(state).toMatchObject({ checkedAt: new Date(context.clock.now()).toISOString() });
    expect(context.clock.sleeps).toEqual([3000, 3000]);
    expect(targets[0]).toEqual({
      instanceId: "inst_1",
      address: "203.0.113.5",
      protocol: "http",
      port: 8080,
      path: "/healthz",
      timeoutMilliseconds: 2000,
    });
  });

  test("fails after its last probe, with the address and what was seen", async () => {
    const { context, targets } = answering("/healthz answered 503");
    const error = await errorOf(() => create(context, healthGate, gate));
    expect(targets).toHaveLength(4);
    expect(error.code).toBe("failed");
    expect(error.message).toMatch(/inst_1 at 203\.0\.113\.5 failed 4 .*\/healthz answered 503/);
  });

  test("asks 30 times every 2 s for / with 5 s each by default", async () => {
    const { context, targets } = answering("silence");
    const plain = { ...gate, probe: { protocol: "http", port: 80 } };
    await errorOf(() => create(context, healthGate, plain));
    expect(targets).toHaveLength(30);
    expect(targets[0]).toMatchObject({ path: "/", timeoutMilliseconds: 5000 });
    expect(new Set(context.clock.sleeps)).toEqual(new Set([2000]));
  });

  test("probes anew when it is created again, as after a run that was killed", async () => {
    const { context, targets } = answering("");
    await create(context, healthGate, gate);
    await create(context, healthGate, { ...gate, instanceId: "inst_2" });
    expect(targets.map(({ instanceId }) => instanceId)).toEqual(["inst_1", "inst_2"]);
  });

  test("does not drain at creation: nothing was replaced", async () => {
    const { context } = answering("");
    await create(context, healthGate, gate);
    expect(context.clock.sleeps).toEqual([]);
  });

  test("probes again for every change, then lets connections end", async () => {
    const { context, targets } = answering("");
    const { id, state } = await create(context, healthGate, gate);
    await context.clock.sleep(1000);
    const changed = { ...gate, instanceId: "inst_2" };
    expect(compare(context, healthGate, { id, state, inputs: changed })).toMatchObject({
      replaces: [],
      changes: undefined,
    });
    const after = await update(context, healthGate, { id, state, inputs: changed });
    expect(targets[1]).toMatchObject({ instanceId: "inst_2" });
    expect(context.clock.sleeps).toEqual([1000, 20_000]);
    expect(after).toMatchObject({ instanceId: "inst_2" });
    expect(after["checkedAt"]).not.toBe(state["checkedAt"]);
  });

  test.each([
    [["a", "b"], ["a", "b", "c"], 0],
    [["a", "b"], ["a", "c"], 20_000],
    [["a", "b"], ["a"], 20_000],
    [undefined, ["a"], 0],
  ])(
    "drains when one of its triggers is removed: from %j to %j",
    async (before, after, drained) => {
      const { context } = answering("");
      const given = before === undefined ? gate : { ...gate, triggers: before };
      const { id, state } = await create(context, healthGate, given);
      await update(context, healthGate, { id, state, inputs: { ...gate, triggers: after } });
      expect(context.clock.sleeps).toEqual(drained === 0 ? [] : [drained]);
    },
  );

  test("keeps its old state when a change is not healthy, so the next up probes again", async () => {
    const { context } = answering("", "silence");
    const { id, state } = await create(context, healthGate, gate);
    const inputs = { ...gate, instanceId: "inst_2" };
    const error = await errorOf(() => update(context, healthGate, { id, state, inputs }));
    expect(error).not.toHaveProperty("id");
    expect(compare(context, healthGate, { id, state, inputs }).changes).toBeUndefined();
  });

  test("is kept by a refresh and gone at once when it is removed, without a request", async () => {
    const { context, targets } = answering("");
    const { id, state } = await create(context, healthGate, gate);
    expect(await read(context, healthGate, { id, props: state })).toMatchObject({ id, state });
    await remove(context, healthGate, { id, state });
    expect(targets).toHaveLength(1);
    expect(context.said).toEqual([]);
  });

  test.each([
    [{ address: "web.example" }, "address"],
    [{ probe: { protocol: "udp", port: 80 } }, "probe.protocol"],
    [{ probe: { protocol: "tcp", port: 0 } }, "probe.port"],
    [{ probe: { protocol: "http", port: 80, path: "healthz" } }, "probe.path"],
    [{ drainSeconds: -1 }, "drainSeconds"],
    [{ adopt: "gate_1" }, "adopt"],
  ])("%j is refused at preview", (change, named) => {
    const settings = { mailEnabled: false, now: 0 };
    const given = { oldInputs: {}, inputs: { ...gate, ...change } };
    const { problems } = check(healthGate, settings, given);
    expect(problems.map(({ reason }) => reason).join()).toContain(named);
  });
});

test("a health gate shows why it waits, and the drain when it begins", async () => {
  const { context } = answering(...new Array<string>(9).fill("connection refused"), "");
  const patient = { ...gate, probe: { protocol: "tcp", port: 80 } };
  const { id, state } = await create(context, healthGate, patient);
  await update(context, healthGate, { id, state, inputs: { ...patient, instanceId: "inst_2" } });
  expect(context.said).toEqual([
    expect.stringMatching(/connection refused, 16 s so far/),
    expect.stringMatching(/draining for 20 s/),
  ]);
});

import { describe, expect, test } from "vitest";
import { defaultAssumptions } from "../../../contract/assumptions.ts";
import type { Action } from "../../../provider/definition/definition.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { container } from "../../../resources/compute/container.ts";
import { instance } from "../../../resources/compute/instance.ts";
import {
  machineReadiness,
  type Power,
  powerIn,
  setPower,
  stopForDelete,
  updatePower,
} from "../../../resources/compute/power.ts";
import { server } from "../../../resources/compute/server.ts";
import type { Expected } from "../../support/fake-api.ts";
import { declared, errorOf, newContext, newSession } from "../../support/session.ts";

const web = { kind: "container", id: "web", params: { name: "web" } } as const;
const act = (action: string): Expected => ({
  call: "POST /api/v1/instances/web/action",
  body: { action },
});
const look = (...status: readonly string[]): Expected => ({
  call: "GET /api/v1/instances",
  answer: status.map((word) => ({ name: "web", status: word })),
});

const silent = { call: "GET /api/v1/instances", answer: [{ name: "web" }] };
const detail = { call: "GET /api/v1/instances/web", answer: { name: "web" } };

describe("the state an instance is brought into", () => {
  test.each<[Power, Power, readonly string[]]>([
    ["running", "running", []],
    ["running", "stopped", ["stop"]],
    ["running", "frozen", ["freeze"]],
    ["stopped", "running", ["start"]],
    ["stopped", "stopped", []],
    ["stopped", "frozen", ["start", "freeze"]],
    ["frozen", "running", ["unfreeze"]],
    ["frozen", "stopped", ["unfreeze", "stop"]],
    ["frozen", "frozen", []],
  ])("from %s to %s takes %j", async (from, to, actions) => {
    const reached = { start: "running", stop: "stopped", freeze: "frozen", unfreeze: "running" };
    const calls = actions.flatMap((action) => {
      const word = Object.entries(reached).find(([known]) => known === action)?.[1] ?? "";
      return [act(action), look(word)];
    });
    const session = newSession(newContext([look(from), ...calls]), container);
    const seen = await setPower(session, web, to);
    expect(seen).toEqual({ name: "web", status: to });
  });

  test.each<[Power, string]>([
    ["running", "start"],
    ["stopped", "stop"],
    ["frozen", "freeze"],
  ])("is asked for in any case where no status is shown (%s)", async (wanted, action) => {
    const calls = [silent, detail, act(action), silent, detail];
    await setPower(newSession(newContext(calls), container), web, wanted);
  });

  test.each<[string, readonly Expected[], RegExp]>([
    ["the word is in no list", [look("TERMINATED")], /"TERMINATED" means stopped.*words\.stopped/],
    ["no status is shown", [silent, detail], /If it is stopped, start it/],
  ])("may be there already where it is refused and %s", async (_why, looks, says) => {
    const refused = { ...act("stop"), status: 409, answer: { error: "cannot stop web" } };
    const session = newSession(newContext([...looks, refused]), container);
    const error = await errorOf(() => setPower(session, web, "stopped"));
    expect(error).toMatchObject({ code: "refused", status: 409 });
    expect(error.message).toMatch(says);
  });

  test.each([
    ["a field called `state`", { state: "Stopped" }],
    ["an object", { status: { state: "stopped", since: 1_800_000_000 } }],
  ])("is seen in %s", async (_where, shown) => {
    const list = { call: "GET /api/v1/instances", answer: [{ name: "web", ...shown }] };
    await setPower(newSession(newContext([list]), container), web, "stopped");
  });

  test("is watched by the shared list, ever less often", async () => {
    const calls = new Array<Expected>(4).fill(look("running"));
    const context = newContext([look("running"), act("stop"), ...calls, look("stopped")]);
    await setPower(newSession(context, container), web, "stopped");
    // spec 3 and 7.5: at 2, 3, 5, 8, 10 … s.
    const [first] = context.clock.sleeps;
    expect(first).toBe(2000);
    expect(context.clock.sleeps.reduce((total, ms) => total + ms, 0)).toBe(28_000);
  });

  test("is waited for while the word says that it is on its way", async () => {
    const context = newContext([look("stopped"), act("start"), look("starting"), look("running")]);
    const seen = await setPower(newSession(context, container), web, "running");
    expect(seen).toMatchObject({ status: "running" });
  });

  test("that never comes ends with the time of the operation", async () => {
    const context = newContext([look("running"), act("stop"), look("running")]);
    const session = newSession(context, container, { timeouts: { delete: 1 } }, "delete");
    const error = await errorOf(() => setPower(session, web, "stopped"));
    expect(error.message).toContain("waiting for it to be stopped.");
  });

  const machine = { kind: "instance", id: "inst_1", params: { instance_id: "inst_1" } } as const;
  test.each<[string, readonly Partial<Expected>[]]>([
    ["is none", []],
    ["is answered with a page", [{ status: 404, text: "no page" }]],
    ["is answered with an error", [{ status: 405, answer: { error: "not allowed" } }]],
  ])("fails where an assumed route %s, with its assumption's name", async (_how, answers) => {
    const seen = { call: "GET /v1/instances", answer: [{ id: "inst_1", status: "running" }] };
    const call = "POST /v1/instances/inst_1/action";
    const calls = answers.flatMap((one) => [seen, { call, body: { action: "stop" }, ...one }]);
    const context = newContext(calls, answers.length === 0 ? { assumedRoutes: "never" } : {});
    const error = await errorOf(() => setPower(newSession(context, instance), machine, "stopped"));
    expect(error.code).toBe("gap");
    expect(error.message).toMatch(/not stopped.*routes\.instance\.action.*leave desiredState out/);
  });
});

test.each([
  [
    instance,
    { name: "web", region: "eu", plan: "small", image: "debian/13" },
    [{ call: "GET /v1/instances", answer: [] }],
  ],
  [server, { name: "web", size: "small", networkAccess: "shared" }, []],
])(
  "nothing is created whose declared state could not be kept: $noun",
  async (definition, rest, looks) => {
    const context = newContext(looks, { assumedRoutes: "never" });
    const inputs = declared({ ...rest, desiredState: "stopped" });
    const error = await errorOf(() => create(context, definition, inputs));
    expect(error.code).toBe("gap");
    expect(error.message).toContain(`assumption routes.${definition.kind}.action`);
  },
);

describe("changed restartTriggers", () => {
  const changed = (desiredState?: Power) => ({
    inputs: { restartTriggers: ["v2"], ...(desiredState && { desiredState }) },
    state: { restartTriggers: ["v1"] },
    names: ["restartTriggers"],
  });

  const both = { ...changed("running"), names: ["desiredState", "restartTriggers"] };
  test.each<[string, Power, Parameters<typeof updatePower>[2], readonly string[]]>([
    ["that is not declared running", "running", changed(), ["restart"]],
    ["that is declared running", "running", changed("running"), ["restart"]],
    ["that is running by this update", "stopped", both, ["start"]],
    ["that is running by this update", "frozen", both, ["unfreeze", "restart"]],
  ])("restart a machine %s: %s", async (_which, from, change, actions) => {
    const calls = actions.flatMap((action) => [act(action), look("running")]);
    const session = newSession(newContext([look(from), ...calls]), container);
    const seen = await updatePower(session, web, change);
    expect(seen).toEqual({ name: "web", status: "running" });
  });

  test.each<Power>(["stopped", "frozen"])(
    "send nothing to one that is declared %s",
    async (rest) => {
      const session = newSession(newContext(), container);
      expect(await updatePower(session, web, changed(rest))).toEqual({});
    },
  );

  test.each<[Power, Power | undefined]>([
    ["stopped", undefined],
    ["stopped", "running"],
    ["frozen", undefined],
    ["frozen", "running"],
  ])(
    "leave a machine as it is that somebody has %s, where the program declares %s as before",
    async (rest, declared) => {
      const context = newContext([look(rest)]);
      const session = newSession(context, container);
      const seen = await updatePower(session, web, changed(declared));
      expect(seen).toEqual({ name: "web", status: rest });
      expect(context.said).toEqual([expect.stringMatching(/^warning: .*was not restarted/)]);
    },
  );

  test.each([
    ["given", { inputs: { restartTriggers: ["v1"] }, state: {} }],
    ["left out", { inputs: {}, state: { restartTriggers: ["v1"] } }],
  ])("send nothing where they are %s", async (_how, change) => {
    const session = newSession(newContext(), container);
    const names = ["restartTriggers"];
    expect(await updatePower(session, web, { ...change, names })).toEqual({});
  });

  test("leave a changed desiredState its own way", async () => {
    const { inputs, state } = changed("stopped");
    const session = newSession(
      newContext([look("running"), act("stop"), look("stopped")]),
      container,
    );
    const names = ["desiredState", "restartTriggers"];
    await updatePower(session, web, { inputs, state, names });
  });

  test("wait until the machine runs again, through whatever its words are meanwhile", async () => {
    const words = ["restarting", "stopped", "starting", "running"];
    const context = newContext([look("running"), act("restart"), ...words.map((one) => look(one))]);
    const seen = await updatePower(newSession(context, container), web, changed());
    expect(seen).toMatchObject({ status: "running" });
  });

  test("wait for an action that is under way", async () => {
    const calls = [look("starting"), look("running"), act("restart"), look("running")];
    await updatePower(newSession(newContext(calls), container), web, changed());
  });

  test("may meet a machine at rest where they are refused and the word is in no list", async () => {
    const refused = { ...act("restart"), status: 409, answer: { error: "cannot restart web" } };
    const session = newSession(newContext([look("TERMINATED"), refused]), container);
    const error = await errorOf(() => updatePower(session, web, changed()));
    expect(error.code).toBe("refused");
    expect(error.message).toMatch(/"TERMINATED" means stopped.*words\.stopped/);
  });

  test.each<[string, readonly Partial<Expected>[]]>([
    ["is none", []],
    ["is answered with a page", [{ status: 404, text: "no page" }]],
    ["is answered with an error", [{ status: 405, answer: { error: "not allowed" } }]],
  ])(
    "fail where an assumed route %s: a replacement would lose the machine",
    async (_how, answers) => {
      const seen = { call: "GET /v1/instances", answer: [{ id: "inst_1", status: "running" }] };
      const call = "POST /v1/instances/inst_1/action";
      const calls = answers.flatMap((one) => [seen, { call, body: { action: "restart" }, ...one }]);
      const context = newContext(calls, answers.length === 0 ? { assumedRoutes: "never" } : {});
      const machine = {
        kind: "instance",
        id: "inst_1",
        params: { instance_id: "inst_1" },
      } as const;
      const session = newSession(context, instance);
      const error = await errorOf(() => updatePower(session, machine, changed()));
      expect(error.code).toBe("gap");
      expect(error.message).toMatch(/not restarted.*leave restartTriggers out/);
    },
  );
});

describe("an action by hand", () => {
  const hand = (action: Action, calls: readonly Expected[]) => {
    const session = newSession(newContext(calls), container);
    return container.actions?.[action](session, { id: "web" });
  };

  test.each<[Action, Power, Power]>([
    ["start", "stopped", "running"],
    ["stop", "running", "stopped"],
    ["freeze", "running", "frozen"],
    ["unfreeze", "frozen", "running"],
    ["restart", "running", "running"],
  ])("%s is sent to a %s machine", async (action, from, to) => {
    const seen = await hand(action, [look(from), act(action), look(to)]);
    expect(seen).toMatchObject({ status: to });
  });

  test.each<[Action, Power]>([
    ["start", "running"],
    ["stop", "stopped"],
    ["freeze", "frozen"],
    ["unfreeze", "running"],
  ])("%s is not sent to a %s machine", async (action, at) => {
    expect(await hand(action, [look(at)])).toMatchObject({ status: at });
  });

  test("is that one alone: a frozen machine is not unfrozen to stop it", async () => {
    const refused = { ...act("stop"), status: 409, answer: { error: "web is frozen" } };
    const error = await errorOf(() => hand("stop", [look("frozen"), refused]));
    expect([error.code, error.reason]).toEqual(["refused", "web is frozen"]);
  });
});

describe("stopping before a delete", () => {
  test.each([
    ["refuses", { status: 409, answer: { error: "it is busy" } }],
    ["has no such route", { status: 404, text: "no page" }],
    ["does not know it", { status: 404, answer: { error: "none" } }],
  ])("leaves it to the delete when the platform %s", async (_what, answer) => {
    const context = newContext([look("running"), { ...act("stop"), ...answer }]);
    expect(await stopForDelete(newSession(context, container), web)).toBeUndefined();
    expect(context.clock.sleeps).toEqual([]);
  });

  test("leaves alone what is being deleted", async () => {
    const context = newContext([look("deleting")]);
    expect(await stopForDelete(newSession(context, container), web)).toBeUndefined();
  });

  test("leaves alone what is stopped, and says that nothing is left to prepare", async () => {
    const context = newContext([look("stopped")]);
    expect(await stopForDelete(newSession(context, container), web)).toEqual({ isPrepared: true });
  });

  test.each([
    [401, "key"],
    [403, "key"],
    [429, "rateLimit"],
    [500, "unknownOutcome"],
  ])("fails with %i: the delete is not tried", async (status, code) => {
    const refused = { ...act("stop"), status, answer: { error: "no" } };
    const session = newSession(newContext([look("running"), refused]), container);
    expect((await errorOf(() => stopForDelete(session, web))).code).toBe(code);
  });
});

describe("a status word", () => {
  test.each<[unknown, Power | undefined]>([
    ["running", "running"],
    ["ACTIVE", "running"],
    ["up", "running"],
    ["Online", "running"],
    ["Shutoff", "stopped"],
    ["down", "stopped"],
    ["halted", "stopped"],
    ["shutdown", "stopped"],
    ["poweroff", "stopped"],
    ["POWERED_OFF", "stopped"],
    ["suspended", "frozen"],
    ["stopping", undefined],
    ["", undefined],
    [undefined, undefined],
    [5, undefined],
  ])("%j means %s", (status, power) => {
    expect(powerIn(status, defaultAssumptions)).toBe(power);
  });
});

describe("an instance is ready", () => {
  const waiting = { waitingFor: "an address" };
  const patient = { ...waiting, patience: 30_000 };

  test.each<[string, Props, object | undefined]>([
    ["with an IPv4 address", { ipAddresses: ["10.0.0.2"] }, { ready: true }],
    ["with an IPv6 address", { ipAddresses: [], ipv6Addresses: ["::2"] }, { ready: true }],
    ["with a separate one", { ipv6Addresses: [], ipv4Address: "1.2.3.4" }, { ready: true }],
    ["at rest", { status: "stopped", ipAddresses: [] }, { ready: true }],
    ["frozen", { status: "frozen", ipAddresses: [] }, { ready: true }],
    ["not before it is there", { status: "running", ipAddresses: [], ipv6Addresses: [] }, waiting],
    ["soon, with a word for rest perhaps", { status: "simmering", ipAddresses: [] }, patient],
    ["soon, without a word", { ipAddresses: [] }, patient],
    // By its status word alone:
    ["no address is shown", { status: "running" }, undefined],
    ["null", { status: "running", ipAddresses: null, ipv6Addresses: null }, undefined],
    ["its region may have no IPv6 (spec 8)", { status: "running", ipv6Addresses: [] }, undefined],
    ["it does not run yet", { status: "booting", ipAddresses: [] }, undefined],
    ["it failed", { status: "failed", ipAddresses: ["10.0.0.2"] }, undefined],
    ["it failed with an address", { status: "ERROR", ipv4Address: "1.2.3.4" }, undefined],
  ])("%s", (_when, observed, readiness) => {
    expect(machineReadiness(observed, defaultAssumptions)).toEqual(readiness);
  });
});

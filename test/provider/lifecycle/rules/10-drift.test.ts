/** Rule 10: drift is what changed since our last write. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { programName } from "../../../../contract/naming.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { inputNames } from "../../../../provider/lifecycle/record/state.ts";
import { definitions } from "../../../../resources/_registry.ts";
import { declared, held } from "../../../support/session.ts";
import { definitionOf } from "../../../support/session-inputs.ts";
import { newRun, type Outcome, type Run, type Stored, writesOf } from "./run.ts";
import {
  unwatched,
  type WatchedClass,
  type WatchedInput,
  type Wire,
  watchedInputs,
  withoutUpdates,
} from "./watched-inputs.ts";
import { type Platform, platformOf } from "./watched-platform.ts";

interface Life {
  readonly platform: Platform;
  readonly object: Stored;
}

const settingsOf = (of: WatchedClass): Parameters<typeof newRun>[1] =>
  withoutUpdates.includes(of) ? { assumptions: { "routes.firewall.update": "none" } } : {};

function runOn(of: WatchedClass, platform: Platform): Run {
  return newRun(platform.replies, settingsOf(of));
}

/** An object that was made while the platform spells it in its own way. */
async function born(of: WatchedClass, spelled: Wire = {}): Promise<Life> {
  const platform = platformOf(of, { spelled });
  const outcome = await runOn(of, platform).create(of.definition, of.inputs);
  expect(outcome.code, outcome.says).toBeUndefined();
  return { platform, object: { id: outcome.id ?? "", state: outcome.state } };
}

/** The same, once something has looked at it: the create itself, or else the first refresh. */
async function seen(of: WatchedClass, spelled: Wire = {}): Promise<Life> {
  const life = await born(of, spelled);
  if (of.isLookedAt !== false) return life;
  return { ...life, object: (await refresh(of, life)).refreshed };
}

/** An object whose state knows no spelling yet, as 0.1.0 wrote it. */
function known(of: WatchedClass, spelled: Wire = {}, echoes: readonly string[] = []): Life {
  const platform = platformOf(of, { isMade: true, spelled });
  return { platform, object: { id: of.id, state: { ...held(of.inputs), __echoes: echoes } } };
}

/** A refresh in a separate run, and the engine's result. */
async function refresh(of: WatchedClass, { platform, object }: Life) {
  const run = runOn(of, platform);
  const outcome = await run.read(of.definition, object.id, object.state);
  expect(outcome.code, outcome.says).toBeUndefined();
  const refreshed: Stored = { id: outcome.id ?? "", state: outcome.state };
  const difference = await run.diff(of.definition, refreshed, inputsIn(object.state));
  return { run, outcome, refreshed, difference };
}

/** The inputs that the engine keeps beside a state. */
function inputsIn(state: Props): Props {
  const outputs =
    /^(?:__(?!identity|provider|generatedName)|status$|ip|progress$|fingerprint$|notAfter$|domains$)/;
  return Object.fromEntries(Object.entries(state).filter(([name]) => !outputs.test(name)));
}

function warningsOf({ says }: Outcome): readonly string[] {
  return says.split("\n").filter((line) => line.startsWith("warning: "));
}

const none = { changes: false, replaces: [] };

/** An object that has not drifted: no refresh and no program sees a difference, and nothing is sent. */
async function expectNoDrift(of: WatchedClass, life: Life, program = of.inputs): Promise<void> {
  const { outcome, refreshed, difference } = await refresh(of, life);
  expect(difference, outcome.says).toMatchObject(none);
  expect(outcome.inputs).toMatchObject(program);
  expect(outcome.state).not.toHaveProperty("__found");
  const run = runOn(of, life.platform);
  expect(await run.plan(of.definition, refreshed, program)).toMatchObject(none);
  expect(writesOf(run)).toEqual([]);
}

const titled = watchedInputs.map(
  (row) => [`${row.of.definition.type} ${row.input} (${row.remedy})`, row] as const,
);

describe("every input that can change has rows, or a reason why nothing is to be watched", () => {
  test.each([...definitions])("%s", (type, definition) => {
    const watched = watchedInputs.filter(({ of }) => of.definition.type === type);
    const names = new Set(watched.map(({ input }) => input));
    const without = inputNames(definition).filter((name) => {
      const isOptIn = ["ignore", "store"].includes(definition.changes[name]?.on ?? "");
      return !isOptIn && !names.has(name) && unwatched[type]?.[name] === undefined;
    });
    expect(without).toEqual([]);
  });
});

describe("spelled otherwise from the start: never a difference", () => {
  const spellings = titled.flatMap(([title, row]) =>
    row.spelled.map(({ as }) => [`${title} as ${JSON.stringify(as)}`, row.of, as] as const),
  );
  test.each(spellings)("%s", async (_title, of, spelled) => {
    const life = await seen(of, spelled);
    await expectNoDrift(of, life);
  });

  test.each(spellings)("%s, and then as it was declared", async (_title, of, spelled) => {
    const life = await seen(of, spelled);
    life.platform.change(of.shown);
    await expectNoDrift(of, life);
  });
});

describe("changed by hand before the first refresh: drift", () => {
  // Of what no create looks at, that look is the first one.
  const looked = titled.filter(
    ([, { of, firstLook }]) => of.isLookedAt !== false || firstLook === "drift",
  );
  test.each(looked)("%s", async (_title, row) => {
    const life = await born(row.of);
    life.platform.change(row.changed);
    await expectDrift(row, life);
  });
});

describe("changed by hand after a look: drift", () => {
  test.each(titled)("%s", async (_title, row) => {
    const life = await seen(row.of);
    life.platform.change(row.changed);
    await expectDrift(row, life);
  });
});

describe("spelled otherwise, then changed by hand: drift", () => {
  const spelled = titled.filter(([, row]) => row.spelled.length > 0);
  test.each(spelled)("%s", async (_title, row) => {
    const life = await seen(row.of, row.spelled[0]?.as);
    const { refreshed } = await refresh(row.of, life);
    life.platform.change(row.changed);
    await expectDrift(row, { ...life, object: refreshed });
  });
});

/** The refresh sees it, each time, whether it is stored or not. */
async function expectDrift(row: WatchedInput, life: Life): Promise<void> {
  const { of, input, remedy, found } = row;
  const unsaved = await refresh(of, life);
  expect(unsaved.difference.changes, unsaved.outcome.says).not.toBe(false);
  const first = await refresh(of, life);
  const again = await refresh(of, { ...life, object: first.refreshed });
  if (remedy === "report") {
    expect(first.difference).toMatchObject({ changes: true, replaces: [] });
    expect(again.difference).toMatchObject({ changes: true, replaces: [] });
    expect(first.outcome.inputs[input]).toEqual(of.inputs[input]);
    expect(first.outcome.state[input]).toEqual(of.inputs[input]);
    expect(first.outcome.state["__found"]).toMatchObject({ [input]: found });
    expectNamed(row, warningsOf(first.outcome));
  } else if (remedy === "update") {
    const stored = first.outcome.inputs[input];
    if (typeof found === "object") expect(stored).toMatchObject(Object(found));
    else expect(stored).toBe(found);
  }
}

/** A warning names both values. */
function expectNamed({ of, input, found }: WatchedInput, messages: readonly string[]): void {
  const said = messages.join("\n");
  expect(said).toContain(input);
  for (const value of [found, of.inputs[input]]) {
    const isPlain = typeof value === "string" ? !value.includes("\n") : typeof value === "number";
    if (isPlain) expect(said).toContain(String(value));
  }
}

describe("put back by an update", () => {
  const updates = titled.filter(([, { remedy }]) => remedy === "update");
  test.each(updates)("%s: by `up --refresh`", async (_title, row) => {
    const { of } = row;
    const life = await seen(of);
    life.platform.change(row.changed);
    const { run, refreshed } = await refresh(of, life);
    await expectPutBack(row, run, { ...life, object: refreshed });
  });

  test.each(updates)("%s: by `up` after refreshes, with no warning", async (_title, row) => {
    const { of, input } = row;
    const life = await seen(of);
    life.platform.change(row.changed);
    const first = await refresh(of, life);
    const { outcome, refreshed } = await refresh(of, { ...life, object: first.refreshed });
    expect([...warningsOf(first.outcome), ...warningsOf(outcome)]).toEqual([]);
    expect(outcome.state).toMatchObject({ __drifted: { [input]: of.inputs[input] } });
    expect(outcome.state).not.toHaveProperty("__found");
    await expectPutBack(row, runOn(of, life.platform), { ...life, object: refreshed });
  });

  test.each(updates)("%s: by hand", async (_title, row) => {
    const { of } = row;
    const life = await seen(of);
    life.platform.change(row.changed);
    const { refreshed } = await refresh(of, life);
    life.platform.change(of.shown);
    const { outcome } = await refresh(of, { ...life, object: refreshed });
    expect(outcome.state).not.toHaveProperty("__drifted");
  });

  async function expectPutBack(row: WatchedInput, run: Run, life: Life): Promise<void> {
    const { definition, inputs, update } = row.of;
    const difference = await run.plan(definition, life.object, inputs);
    expect(difference.changes).not.toBe(false);
    expect(difference.replaces).toEqual([]);
    const outcome = await run.update(definition, life.object, inputs);
    expect(outcome.code, outcome.says).toBeUndefined();
    expect(writesOf(run)).toEqual([update]);
    await expectNoDrift(row.of, { ...life, object: { ...life.object, state: outcome.state } });
  }
});

describe("put back by no update", () => {
  const reports = titled.filter(([, { remedy }]) => remedy === "report");
  test.each(reports)(
    "%s: the program's own comparison says none and warns",
    async (_title, row) => {
      const { of } = row;
      const life = await seen(of);
      life.platform.change(row.changed);
      const { refreshed } = await refresh(of, life);
      const run = runOn(of, life.platform);
      expect(await run.plan(of.definition, refreshed, of.inputs)).toMatchObject(none);
      expectNamed(row, run.context.said);
      expect(writesOf(run)).toEqual([]);
    },
  );

  test.each(reports)("%s: undone by hand, it is over", async (_title, row) => {
    const { of } = row;
    const life = await seen(of);
    life.platform.change(row.changed);
    const { refreshed } = await refresh(of, life);
    life.platform.change(of.shown);
    await expectNoDrift(of, { ...life, object: refreshed });
  });
});

describe("a kind that holds neither data nor an address is replaced by the next `up`", () => {
  const replaced = titled.filter(([, { remedy }]) => remedy === "replace");
  test.each(replaced)("%s", async (_title, row) => {
    const { of, input } = row;
    const life = await seen(of);
    life.platform.change(row.changed);
    const { refreshed } = await refresh(of, life);
    const run = runOn(of, life.platform);
    expect((await run.plan(of.definition, refreshed, of.inputs)).replaces).toEqual([input]);
    expect(run.context.said.join()).toContain(`changed on the platform (${input} is `);
  });
});

describe("a program that names the found value is an update that sends nothing", () => {
  // No program can name a value that its check refuses.
  const nameable = titled.filter(([, { input }]) => input !== "type");
  test.each(nameable)("%s", async (_title, row) => {
    const { of, input, found } = row;
    const life = await seen(of);
    life.platform.change(row.changed);
    const { refreshed } = await refresh(of, life);
    const program = { ...of.inputs, [input]: found };
    const run = runOn(of, life.platform);
    const planned = await run.plan(of.definition, refreshed, program);
    expect(planned).toMatchObject({ changes: true, replaces: [] });
    expect(run.context.said.join()).not.toContain("put it back");
    const outcome = await run.update(of.definition, refreshed, program);
    expect(outcome.code, outcome.says).toBeUndefined();
    expect(writesOf(run)).toEqual([]);
    expect(outcome.state[input]).toEqual(found);
    expect(outcome.state).not.toHaveProperty("__drifted");
    const object = { ...refreshed, state: outcome.state };
    await expectNoDrift(of, { ...life, object }, program);
  });
});

describe("spelled otherwise, changed by hand and stored by a refresh", () => {
  const rows = titled.filter(([, row]) => row.spelled.length > 0 && row.remedy !== "report");

  test.each(rows)("put back by hand, there is nothing left to do: %s", async (_title, row) => {
    const { of } = row;
    const life = await seen(of, row.spelled[0]?.as);
    const { refreshed } = await refresh(of, life);
    life.platform.change(row.changed);
    const stored = await refresh(of, { ...life, object: refreshed });
    life.platform.change({ ...of.shown, ...row.spelled[0]?.as });
    const { outcome, refreshed: object } = await refresh(of, { ...life, object: stored.refreshed });
    expect(outcome.state).not.toHaveProperty("__drifted");
    await expectNoDrift(of, { ...life, object });
  });

  test.each(rows)(
    "a program that names it is the measure from then on: %s",
    async (_title, row) => {
      const { of, input, found } = row;
      const life = await seen(of, row.spelled[0]?.as);
      const { refreshed } = await refresh(of, life);
      life.platform.change(row.changed);
      const stored = (await refresh(of, { ...life, object: refreshed })).refreshed;
      const program = { ...of.inputs, [input]: found };
      const outcome = await runOn(of, life.platform).update(of.definition, stored, program);
      expect(outcome.code, outcome.says).toBeUndefined();
      const object = { ...stored, state: outcome.state };
      await expectNoDrift(of, { ...life, object }, program);
      life.platform.change({ ...of.shown, ...row.spelled[0]?.as });
      const { difference } = await refresh(of, { ...life, object });
      expect(difference.changes).not.toBe(false);
    },
  );
});

describe("a first look, which knows no spelling yet", () => {
  const words = titled.filter(([, { firstLook }]) => firstLook === "learned");
  test.each(words)("a free word is learned with one warning: %s", async (_title, row) => {
    const { of, input } = row;
    const life = known(of, row.changed);
    const { outcome, refreshed, difference } = await refresh(of, life);
    expect(difference).toMatchObject(none);
    expect(warningsOf(outcome)).toHaveLength(1);
    expect(warningsOf(outcome)[0]).toContain(input);
    const again = await refresh(of, { ...life, object: refreshed });
    expect(warningsOf(again.outcome)).toEqual([]);
    expect(again.difference).toMatchObject(none);
  });

  const meanings = titled.filter(([, { firstLook }]) => firstLook === "drift");
  test.each(meanings)("unequal in meaning is drift: %s", async (_title, row) => {
    await expectDrift(row, known(row.of, row.changed));
  });

  const spelled = titled.flatMap(([title, row]) =>
    row.spelled.flatMap(({ as, means }) =>
      means ? [[`${title} as ${JSON.stringify(as)}`, row.of, as] as const] : [],
    ),
  );
  test.each(spelled)("equal in meaning is equal: %s", async (_title, of, as) => {
    await expectNoDrift(of, known(of, as));
  });

  test.each(titled)("known, because it was shown as declared before: %s", async (_title, row) => {
    await expectDrift(row, known(row.of, row.changed, [row.input]));
  });
});

/** A class of the table. */
function classOf(type: string): WatchedClass {
  const found = watchedInputs.find(({ of }) => of.definition.type === type);
  if (found === undefined) throw new Error(`${type} has no rows`);
  return found.of;
}

describe("inputs and fields that a program leaves out", () => {
  const volume = classOf("storage:Volume");
  const firewall = classOf("network:Firewall");
  const balancer = classOf("network:LoadBalancer");
  const network = classOf("network:Network");
  const inbound = (rule: Wire): Wire => ({ inbound: [{ protocol: "tcp", ...rule }] });
  const check = { protocol: "tcp", port: 80, interval: 10, timeout: 5, threshold: 3 };

  interface Row {
    readonly of: WatchedClass;
    readonly program: Props;
    /** The platform's values at first, and later. */
    readonly first: Wire;
    readonly later: Wire;
    readonly isDrift: boolean;
  }
  const web = { inbound: [{ protocol: "tcp" }], outbound: [] };

  test.each<[string, Row]>([
    [
      "an input: it is not watched",
      {
        of: volume,
        program: { name: "data", region: "eu", sizeGb: 10 },
        first: { filesystem: "ext4" },
        later: { filesystem: "xfs" },
        isDrift: false,
      },
    ],
    [
      "sources of a rule, which the platform leaves out as well, and somebody closes it",
      {
        of: firewall,
        program: { name: "edge", ...web },
        first: { ...inbound({}), outbound: [] },
        later: inbound({ sources: ["10.0.0.0/8"] }),
        isDrift: true,
      },
    ],
    [
      "sources of a rule, which the platform shows as everywhere",
      {
        of: firewall,
        program: { name: "edge", ...web },
        first: { ...inbound({ sources: ["0.0.0.0/0", "::/0"] }), outbound: [] },
        later: inbound({}),
        isDrift: false,
      },
    ],
    [
      "sources of a rule, which the platform shows as everywhere, and somebody closes it",
      {
        of: firewall,
        program: { name: "edge", ...web },
        first: { ...inbound({ sources: ["0.0.0.0/0", "::/0"] }), outbound: [] },
        later: inbound({ sources: ["10.0.0.0/8"] }),
        isDrift: true,
      },
    ],
    [
      "ports of a rule, and somebody narrows them",
      {
        of: firewall,
        program: { name: "edge", ...web },
        first: { ...inbound({ ports: ["1-65535"] }), outbound: [] },
        later: inbound({ ports: ["22"] }),
        isDrift: true,
      },
    ],
    [
      "the description of a rule, which has a default",
      {
        of: firewall,
        program: { name: "edge", ...web },
        first: { ...inbound({ description: "" }), outbound: [] },
        later: inbound({ description: "opened for Bob" }),
        isDrift: true,
      },
    ],
    [
      "a field of a rule that no program can write",
      {
        of: firewall,
        program: { name: "edge", ...web },
        first: { ...inbound({ priority: 100, id: "r-1" }), outbound: [] },
        later: inbound({ priority: 200, id: "r-2" }),
        isDrift: false,
      },
    ],
    [
      "the path of a health check, which has a default",
      {
        of: balancer,
        program: { ...balancer.inputs, healthCheck: check },
        first: { health_check: { ...check, path: "/" } },
        later: { health_check: { ...check, path: "/admin" } },
        isDrift: true,
      },
    ],
    [
      "keys of a map, which the platform adds and changes",
      {
        of: network,
        program: { name: "backend", config: { "ipv4.address": "10.0.0.0/24" } },
        first: { config: { "ipv4.address": "10.0.0.0/24", "ipv4.nat": "true" } },
        later: { config: { "ipv4.address": "10.0.0.0/24", "ipv4.nat": "false", mtu: "1500" } },
        isDrift: false,
      },
    ],
  ])("%s", async (_what, { of, program, first, later, isDrift }) => {
    const own: WatchedClass = { ...of, inputs: declared(program) };
    const life = await seen(own, first);
    await expectNoDrift(own, life);
    life.platform.change(later);
    const { difference, outcome, refreshed } = await refresh(own, life);
    expect(difference.changes === false, JSON.stringify(outcome.inputs)).toBe(!isDrift);
    const again = await refresh(own, { ...life, object: refreshed });
    const [input = ""] = Object.keys(later).map(programName);
    const drifted = isDrift ? { __drifted: { [input]: program[input] } } : {};
    expect(again.outcome.state).toMatchObject(drifted);
  });
});

describe("a program that says the same in other words: no difference", () => {
  const edge = classOf("network:Firewall");
  const [first, second] = Object(classOf("network:LoadBalancer").inputs)["forwardingRules"];
  test.each<[string, string, Props]>([
    ["compute:Container", "memoryLimit", { memoryLimit: "2048MiB" }],
    ["compute:Container", "cpuLimit", { cpuLimit: "2.0" }],
    ["compute:ImportedImage", "url", { url: "https://IMAGES.example/base.qcow2" }],
    ["compute:ImageShare", "projectIds", { projectIds: ["proj_2", "proj_1"] }],
    ["network:LoadBalancer", "forwardingRules", { forwardingRules: [second, first] }],
    ["network:LoadBalancer", "backendInstances", { backendInstances: ["inst_2", "inst_1"] }],
    [
      "network:Firewall",
      "inbound",
      { inbound: [{ ...Object(edge.inputs)["inbound"][0], ports: ["8000-8100", "443-443"] }] },
    ],
    [
      "network:Firewall",
      "outbound",
      { outbound: [{ protocol: "udp", destinations: ["2001:0db8::/32"] }] },
    ],
    ["storage:PoolVolume", "size", { size: "10240MiB" }],
    ["monitoring:AlertRule", "channels", { channels: ["slack", "email"] }],
    ["access:ProjectMember", "email", { email: "Ada@Example.com" }],
  ])("%s %s", async (type, _input, change) => {
    const of = classOf(type);
    const life = await seen(of);
    const run = runOn(of, life.platform);
    const program = { ...of.inputs, ...change };
    expect(await run.plan(of.definition, life.object, program)).toMatchObject(none);
  });
});

describe("an update learns only the inputs that it sent", () => {
  test("a region that was changed by hand is still drift after a volume has grown", async () => {
    const of = classOf("storage:Volume");
    const life = await seen(of);
    life.platform.change({ region: "us" });
    const program = { ...of.inputs, sizeGb: 20 };
    const grown = await runOn(of, life.platform).update(of.definition, life.object, program);
    expect(grown.code, grown.says).toBeUndefined();
    const object = { ...life.object, state: grown.state };
    const { difference, outcome } = await refresh(of, { ...life, object });
    expect(difference).toMatchObject({ changes: true, replaces: [] });
    expect(outcome.state["__found"]).toEqual({ region: "us" });
  });

  test("a health check that was changed by hand is still drift after other backends", async () => {
    const balancer = classOf("network:LoadBalancer");
    // A platform that takes over nothing but the backends.
    const of: WatchedClass = {
      ...balancer,
      updated: (shown, { backend_instances }) => ({
        ...shown,
        backend_instances: backend_instances ?? [],
      }),
    };
    const life = await seen(of);
    life.platform.change({
      health_check: {
        protocol: "http",
        port: 8080,
        path: "/",
        interval: 99,
        timeout: 5,
        threshold: 3,
      },
    });
    const program = { ...of.inputs, backendInstances: ["inst_2"] };
    const done = await runOn(of, life.platform).update(of.definition, life.object, program);
    const state = done.state["name"] === undefined ? life.object.state : done.state;
    const { difference } = await refresh(of, { ...life, object: { ...life.object, state } });
    expect(difference.changes).not.toBe(false);
  });

  test("a value that it sent is shown in the platform's own spelling: no drift", async () => {
    const poolVolume = classOf("storage:PoolVolume");
    const of: WatchedClass = {
      ...poolVolume,
      updated: (shown) => ({
        ...shown,
        config: { "snapshots.schedule": "daily", size: "20480MiB" },
      }),
    };
    const life = await seen(of);
    const program = { ...of.inputs, size: "20GiB" };
    const grown = await runOn(of, life.platform).update(of.definition, life.object, program);
    expect(grown.code, grown.says).toBeUndefined();
    const object = { ...life.object, state: grown.state };
    await expectNoDrift({ ...of, inputs: program }, { ...life, object }, program);
  });
});

describe("an adoption learns only what is equal in meaning", () => {
  async function adopt(of: WatchedClass, spelled: Wire) {
    const platform = platformOf(of, { isMade: true, spelled });
    const run = runOn(of, platform);
    const outcome = await run.create(of.definition, { ...of.inputs, adopt: of.id });
    return { platform, run, outcome };
  }

  test("a size in another spelling is adopted, and is no drift", async () => {
    const of = classOf("compute:Container");
    const { platform, outcome, run } = await adopt(of, { memory_limit: "2048MiB" });
    expect(outcome.code, outcome.says).toBeUndefined();
    expect(writesOf(run)).toEqual([]);
    await expectNoDrift(of, { platform, object: { id: of.id, state: outcome.state } });
  });

  test.each<[string, Wire, RegExp]>([
    ["compute:Container", { image: "alpine/3.22" }, /image.*alpine\/3\.22/],
    ["storage:Volume", { region: "us" }, /region.*us/],
    ["storage:Volume", { size_gb: 20 }, /sizeGb.*20/],
    ["network:Network", { config: { "ipv4.address": "10.9.0.0/24" } }, /config.*10\.9\.0\.0/],
  ])("%s with %o is refused, with the value that is there", async (type, spelled, says) => {
    const { run, outcome } = await adopt(classOf(type), spelled);
    expect(outcome).toMatchObject({ id: undefined, code: "input" });
    expect(outcome.says).toMatch(says);
    expect(writesOf(run)).toEqual([]);
  });

  test("other rules of a firewall are updated", async () => {
    const of = classOf("network:Firewall");
    const { platform, run, outcome } = await adopt(of, { outbound: [] });
    expect(outcome.code, outcome.says).toBeUndefined();
    expect(writesOf(run)).toEqual([of.update]);
    const life = { platform, object: { id: of.id, state: outcome.state } };
    await expectNoDrift(of, life);
    platform.change({ outbound: [] });
    const { difference } = await refresh(of, life);
    expect(difference.changes).not.toBe(false);
  });
});

describe("states of 0.1.0", () => {
  const resources = release();

  test.each(resources)("$type $id previews empty", async ({ type, id, inputs, outputs }) => {
    const run = newRun({}, { world: String(outputs["__world"]) });
    const definition = definitionOf(type);
    const difference = await run.plan(definition, { id, state: outputs }, inputs);
    expect(difference).toMatchObject(none);
    expect(run.context.said).toEqual([]);
    expect(run.sent).toEqual([]);
  });
});

const releases = join(import.meta.dirname, "../../../fixtures/releases/0.1.0");

interface ReleasedResource {
  readonly type: string;
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

/** The state of a stack of 0.1.0. */
function release(): readonly ReleasedResource[] {
  const { deployment } = JSON.parse(readFileSync(join(releases, "state.json"), "utf8"));
  const all: readonly ReleasedResource[] = deployment.resources;
  const prefix = "pulumi-nodejs:dynamic/hosting/";
  const ours = all.filter(({ type }) => type.startsWith(prefix));
  return ours.map(({ type, inputs, outputs, ...one }) => ({
    ...one,
    type: type.slice(prefix.length),
    inputs: asGiven(decrypted(inputs)),
    outputs: decrypted(outputs),
  }));
}

/** A program gives no name that was generated. */
function asGiven({ __generatedName, ...inputs }: Props): Props {
  if (__generatedName !== true) return inputs;
  const { name: _generated, ...given } = inputs;
  return given;
}

/** Secrets as the engine gives them to the provider: the program that the release comes with has the one there is. */
function decrypted(props: Props): Props {
  if (props["privateKey"] === undefined) return props;
  const program = readFileSync(join(releases, "program.txt"), "utf8");
  const text = /"privateKey":("-----BEGIN[^"]*")/.exec(program)?.[1] ?? '""';
  return { ...props, privateKey: JSON.parse(text) };
}

test("a secret that only the create shows is not overwritten by a later answer", async () => {
  const bucket = definitionOf("storage:Bucket");
  const keys = { accessKey: "AK-1", secretKey: "s3cr3t" };
  const run = newRun({
    "GET /api/v1/storage/buckets": {
      answer: [{ name: "files", access_key: "AK-1", secret_key: "********" }],
    },
  });
  const outcome = await run.read(bucket, "files", held({ name: "files", ...keys }));
  expect(outcome.state).toMatchObject(keys);
});

import { describe, expect, test } from "vitest";
import { keptText, lastingText } from "../../../provider/lifecycle/refresh-messages.ts";
import { runCli } from "../../support/cli.ts";
import { recordedFile } from "../../support/previews.ts";
import { documentOf, type Looked, type Stack, secret, streamOf, urnOf } from "./refreshes.ts";

const rule = (port: string) => ({ protocol: "tcp", ports: [port] });
const volume = (sizeGb: unknown): Looked => ({ inputs: { region: "eu-1", sizeGb } });
const firewall = (inbound: unknown): Looked => {
  return { type: "network:Firewall", inputs: { inbound, outbound: [] } };
};
const opened: Looked = {
  ...firewall([rule("22"), rule("443")]),
  found: { inbound: [rule("443"), { ...rule("22"), sources: ["0.0.0.0/0"] }] },
  after: { __drifted: secret },
};
const grown: Looked = {
  ...volume(10),
  ...{ op: "update", after: { __found: { sizeGb: 30 } } },
  warning: lastingText("sizeGb is 30 on the platform and 10 in the program"),
};
const unread = keptText({
  noun: "volume",
  why: "the platform offers no way to read a volume",
  way: "set HOSTING_DELETED_BY_HAND=<id>",
});

async function report(stdin: string) {
  const { code, stdout, stderr } = await runCli(["drift", "--json"], { stdin });
  return { code, stderr, drift: JSON.parse(stdout).drift };
}

describe.each([
  ["the stream of events", streamOf],
  ["the document", documentOf],
])("of %s", (_form, print) => {
  test.each<[string, Stack, object]>([
    [
      "a rule is shown by its index and field, with the code that declares it",
      { web: opened },
      {
        ...{ is: "changed", noun: "firewall policy", name: "web", id: "id-of-web" },
        differences: [{ input: "inbound[0].sources", declared: null, found: ["0.0.0.0/0"] }],
        takeIn: { code: expect.stringContaining('sources: ["0.0.0.0/0"]') },
        putBack: { requests: ["PATCH /api/v1/firewalls/{id}"], replaces: "perhaps", loses: [] },
      },
    ],
    [
      "a firewall on a platform without the route to update one is replaced",
      { web: { ...opened, before: { __routes: { "PATCH /api/v1/firewalls/{id}": "none" } } } },
      {
        putBack: {
          requests: ["DELETE /api/v1/firewalls/{id}", "POST /api/v1/firewalls"],
          replaces: true,
        },
      },
    ],
    [
      "a secret of the program is not shown, nor the value found in its place",
      {
        web: {
          ...{ ...firewall(secret), op: "update" },
          ...{ found: { inbound: secret }, after: { __drifted: secret } },
        },
      },
      {
        differences: [{ input: "inbound", declared: "[secret]", found: "[secret]" }],
        takeIn: { says: expect.stringContaining("the found value of inbound") },
      },
    ],
    [
      "the plugin tells which values an earlier refresh has stored",
      {
        web: { ...firewall([rule("22")]), before: { __drifted: { inbound: [rule("443")] } } },
      },
      { differences: [{ input: "inbound[0].ports", declared: ["443"], found: ["22"] }] },
    ],
    [
      "the dynamic classes tell only that an earlier refresh has stored some",
      { web: { ...firewall([rule("22")]), before: { __drifted: secret } } },
      { is: "changed", differences: [] },
    ],
    [
      "an object that is gone is made again, without its data, and others name it",
      {
        data: { ...volume(10), op: "delete" },
        attached: {
          ...{ type: "storage:VolumeAttachment", inputs: { volumeId: "v", instanceId: "i" } },
          sources: { volumeId: [urnOf("data")] },
        },
      },
      {
        ...{ is: "missing", namedBy: ['volume attachment "attached"'] },
        putBack: { requests: ["POST /v1/volumes"], replaces: true, loses: ["its data (10 GB)"] },
      },
    ],
    [
      "an object whose create has no known outcome cannot be compared",
      { data: { ...volume(10), id: "unresolved-x", before: { __unresolved: { name: "data" } } } },
      { is: "unread", way: expect.stringContaining("adopt") },
    ],
    [
      "nor can one that a run has left half-way",
      { data: { ...volume(10), before: { __unfinished: "it failed" } } },
      { is: "unread", way: expect.stringContaining("pulumi up") },
    ],
  ])("%s", async (_name, stack, expected) => {
    const { drift, stderr } = await report(print(stack));
    expect(stderr).toBe("");
    expect(drift).toMatchObject({ project: "shop", stack: "dev" });
    expect(drift.resources).toHaveLength(1);
    expect(drift.resources[0]).toMatchObject(expected);
  });

  test("it ends with 2 for drift, with 3 where something could only not be read, and else with 0", async () => {
    const both: Stack = { data: volume(10), web: firewall([]) };
    expect(await report(print(both))).toMatchObject({
      ...{ code: 0, drift: { resources: [], asDeclared: 2 } },
    });
    expect(await report(print(both, [unread]))).toMatchObject({
      code: 3,
      drift: {
        asDeclared: 1,
        resources: [{ name: "data", assumptions: ["routes.volume.get", "routes.volume.list"] }],
      },
    });
    expect(await report(print({ ...both, web: opened }, [unread]))).toMatchObject({ code: 2 });
  });

  test("what nobody declares on the platform is left out", async () => {
    const gate: Looked = { type: "compute:HealthGate", inputs: {}, op: "delete" };
    const leftover: Looked = { ...volume(10), op: "delete", leftover: true };
    expect(await report(print({ gate, leftover }))).toMatchObject({
      ...{ code: 0, drift: { resources: [], asDeclared: 0 } },
    });
  });

  test("what no update puts back has its values where they are in it", async () => {
    const { drift, code } = await report(print({ data: grown }));
    const isStream = print === streamOf;
    expect(code).toBe(2);
    expect(drift.warnings).toEqual([]);
    expect(drift.resources).toMatchObject([
      {
        differences: [{ input: "sizeGb", ...(isStream && { declared: 10, found: 30 }) }],
        takeIn: isStream ? { code: "sizeGb: 30,\n" } : {},
        putBack: { requests: [], replaces: false, loses: [] },
      },
    ]);
  });

  test("what no update puts back is one difference, also where the engine names it", async () => {
    const { drift } = await report(print({ data: { ...grown, found: { sizeGb: 30 } } }));
    expect(drift.resources).toMatchObject([
      { differences: [{ input: "sizeGb" }], putBack: { requests: [] } },
    ]);
  });

  test("what a component of ours makes is named with it, and is only put back", async () => {
    const app = "urn:pulumi:dev::shop::hosting:components:LoadBalancedApp::shop";
    const part = { parent: app };
    const stdin = print({
      web: { ...opened, ...part },
      data: { ...volume(10), op: "delete", ...part },
    });
    const { drift } = await report(stdin);
    for (const one of drift.resources) {
      expect(one).toMatchObject({ partOf: 'LoadBalancedApp "shop"', putBack: expect.anything() });
      expect(one).not.toHaveProperty("takeIn");
    }
    expect(drift.resources).toHaveLength(2);
    const lasting = await report(print({ data: { ...grown, ...part } }));
    expect(lasting.drift.resources[0].takeIn.says).toContain('give LoadBalancedApp "shop"');
    const { stdout } = await runCli(["drift"], { stdin });
    expect(stdout).toContain('part of LoadBalancedApp "shop"');
  });

  test("no form shows a secret, and each has the code", async () => {
    const hush: Looked = { ...grown, ...volume(secret), warning: lastingText("sizeGb is 31337") };
    const other: Looked = { ...volume(secret), warning: "sizeGb was 31337" };
    const stdin = print({ hush, other, web: opened });
    for (const format of ["text", "markdown", "json"]) {
      const { stdout } = await runCli(["drift", "--format", format], { stdin });
      expect(stdout).not.toContain("31337");
      expect(stdout).toContain("0.0.0.0/0");
    }
  });
});

test.each([
  [
    "compute:Instance",
    "Stopped",
    {},
    [{ is: "stopped", way: "npx pulumi-hosting start Instance:id-of-web --stack dev" }],
  ],
  [
    "compute:Server",
    "paused",
    {},
    [{ is: "frozen", way: "npx pulumi-hosting unfreeze Server:id-of-web --stack dev" }],
  ],
  ["compute:Container", "stopped", {}, [{ is: "stopped" }]],
  ["compute:Container", "stopped", { desiredState: "stopped" }, []],
  ["compute:Instance", "running", {}, []],
  ["storage:Volume", "stopped", {}, []],
])(
  "%s that is %s, of which the program says %j, is named and is no drift",
  async (type, status, inputs, resting) => {
    const web: Looked = { type, inputs, before: { status: "running" }, after: { status } };
    const stdin = streamOf({ web });
    expect(await report(stdin)).toMatchObject({
      ...{ code: 0, drift: { resources: [], asDeclared: 1, resting } },
    });
    const { stdout } = await runCli(["drift"], { stdin });
    expect(/no power state/.test(stdout)).toBe(resting.length > 0);
  },
);

test("a machine of which a refresh could not read anything is not named as stopped", async () => {
  const web: Looked = { type: "compute:Instance", inputs: {}, before: { status: "stopped" } };
  const kept = keptText({ noun: "instance", why: "the platform has no way to", way: "do it" });
  expect(await report(streamOf({ web }, [kept]))).toMatchObject({
    code: 3,
    drift: { resting: [] },
  });
});

test("of a class of which a refresh could not read some, those that it read are as declared", async () => {
  const member = (email: string, echoes: readonly string[]): Looked => ({
    type: "access:ProjectMember",
    inputs: { projectId: "proj_1", email, role: "viewer" },
    before: { __echoes: echoes, __shown: {} },
  });
  const team = { ann: member("ann@shop.example", ["email"]), bob: member("bob@shop.example", []) };
  const why = "it may not be ready or accepted yet";
  const kept = keptText({ noun: "project member", isUnshown: true, why, way: "do it" });
  expect(await report(streamOf(team, [kept]))).toMatchObject({
    code: 3,
    drift: { resources: [{ is: "unread", name: "bob", why }], asDeclared: 1 },
  });
});

test.each([
  ["a refresh that was cut off", streamOf({ data: grown }).replace(/\n.*$/, ""), "was cut off"],
  ["a document without its end", '{"steps": [', "it is not JSON"],
  ["a preview", { file: "quickstart.replaced" }, "`npx pulumi-hosting plan` reads it"],
])("%s is no report", async (_name, given, why) => {
  const [file, seat] =
    typeof given === "string" ? ["-", { stdin: given }] : [recordedFile(given.file), {}];
  const { code, stdout, stderr } = await runCli(["drift", file], seat);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(why);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

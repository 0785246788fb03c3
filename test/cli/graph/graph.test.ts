import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Edge, Node } from "../../../platform/picture/index.ts";
import { runCli } from "../../support/cli.ts";
import { largePreview, largeState } from "../../support/large-preview.ts";
import { recordedFile } from "../../support/previews.ts";

test.each([
  ["rolling-deploy.change", "replacements and updates"],
  ["team-and-keys.destroy", "deletions, and a project of somebody else"],
  ["load-balanced-app.state", "a stack"],
])("golden output of %s: %s", async (name) => {
  const { code, stdout, stderr } = await runCli([
    ...["graph", recordedFile(name), "--format", "mermaid"],
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  await expect(stdout).toMatchFileSnapshot(`golden/${name}.mermaid`);
});

test("health gates are drawn where that is asked for, with the links to what they probe", async () => {
  const file = recordedFile("load-balanced-app.state");
  const linksIn = async (args: readonly string[]) => {
    const { nodes, edges } = JSON.parse((await runCli(["graph", file, "--json", ...args])).stdout);
    const names = new Map(nodes.map(({ id, name }: Node) => [id, name]));
    return edges.map(({ from, label, to }: Edge) => [names.get(from), label, names.get(to)]);
  };
  const links = [
    ["front", "assigned", "app-0"],
    ["app-0", "attach", "app-0-data"],
    ["app-1", "attach", "app-1-data"],
    ["app-balancer", "backend", "app-0"],
    ["app-balancer", "backend", "app-1"],
    ["metrics", "forward", "worker"],
  ];
  const probes = [
    ["app-0-healthy", "probes", "app-0"],
    ["app-1-healthy", "probes", "app-1"],
    ["app-drained", "probes", "app-0"],
  ];
  expect((await linksIn([])).toSorted()).toEqual(links.toSorted());
  expect((await linksIn(["--health-gates"])).toSorted()).toEqual([...links, ...probes].toSorted());
});

test("a state and a preview in which nothing changes show the same objects and links", async () => {
  const linksIn = async (stdin: string) => {
    const { edges } = JSON.parse((await runCli(["graph", "--json"], { stdin })).stdout);
    return edges.map(({ change: _change, ...edge }: { change?: string }) => edge);
  };
  expect(await linksIn(largeState())).toEqual(await linksIn(largePreview()));
});

const token = "pulumi-nodejs:dynamic/hosting/";

/** A resource of a state. */
function part(type: string, name: string, more: object) {
  const urn = `urn:pulumi:dev::app::${token}${type}::${name}`;
  return { urn, type: `${token}${type}`, custom: true, ...more };
}

async function drawn(resources: readonly object[], ...args: readonly string[]) {
  const stdin = JSON.stringify({ version: 3, deployment: { resources } });
  return (await runCli(["graph", ...args], { stdin })).stdout;
}

const nodesOf = async (...resources: readonly object[]) =>
  JSON.parse(await drawn(resources, "--json")).nodes;

test("an input that is a secret is not in the picture", async () => {
  const region = {
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext: '"hush"',
  };
  const inputs = { region, plan: "small" };
  const picture = await drawn([part("compute:Instance", "web", { id: "inst_1", inputs })]);
  expect(picture).toContain(">small</text>");
  expect(picture).not.toMatch(/hush|\[secret\]/);
});

test("a resource of unknown outcome is shown as one", async () => {
  const outputs = { __unresolved: { sent: true } };
  const web = part("compute:Instance", "web", { id: "unresolved", outputs });
  expect(await nodesOf(web)).toMatchObject([{ status: "unresolved", health: "ill" }]);
});

test("a resource deleted before its replacement and not made again is drawn as one to create", async () => {
  const more = { inputs: { plan: "small" }, outputs: { status: "running" } };
  const web = part("compute:Instance", "web", { id: "i", ...more, pendingReplacement: true });
  const [node] = await nodesOf(web);
  expect(node).toMatchObject({ name: "web", change: "create" });
  expect(node).not.toHaveProperty("status");
});

describe("after a release that failed", () => {
  const machine = (id: string, image: string, more: object = {}) =>
    part("compute:Instance", "web", {
      ...{ id, inputs: { image }, outputs: { status: "running" }, ...more },
    });
  const volume = part("storage:Volume", "data", { id: "vol_1", outputs: { status: "available" } });
  const balancer = (to: string) =>
    part("network:LoadBalancer", "front", { id: "lb_1", inputs: { backendInstances: [to] } });
  const attachment = part("storage:VolumeAttachment", "data", {
    ...{ id: "vol_1/inst_old", inputs: { volumeId: "vol_1", instanceId: "inst_old" } },
  });
  const left = machine("inst_old", "debian/13", { delete: true });
  const [made, front] = [machine("inst_new", "debian/14"), balancer("inst_old")];
  const old = `${left.urn} inst_old`;

  test("the machine that still serves is drawn as one that is to be deleted, with what leads to it", async () => {
    const resources = [made, front, volume, attachment, left];
    const { nodes, edges } = JSON.parse(await drawn(resources, "--json"));
    expect(nodes).toMatchObject([
      { name: "front" },
      { id: made.urn, name: "web", detail: "debian/14", status: "running" },
      { id: old, name: "web", detail: "debian/13", status: "running", change: "delete" },
      { name: "data" },
    ]);
    expect(nodes[1]).not.toHaveProperty("change");
    expect(edges).toMatchObject([
      { from: old, to: volume.urn, label: "attach" },
      { from: front.urn, to: old, label: "backend" },
    ]);
    expect(await drawn(resources, "--format", "mermaid")).toContain(
      '"instance, to be deleted<br/>web<br/>running · debian/13"',
    );
  });

  test("what has the id of both is the one that stays", async () => {
    const both = [made, balancer("inst_new"), machine("inst_new", "debian/12", { delete: true })];
    const { edges } = JSON.parse(await drawn(both, "--json"));
    expect(edges).toMatchObject([{ to: made.urn, label: "backend" }]);
  });
});

test.each([
  ["the attachment's volume", "available", "vol_1", {}, "attached"],
  ["one that a refresh saw", "in_use", "vol_1", {}, "attached"],
  ["one that is broken", "failed", "vol_1", {}, "failed"],
  ["one that another attachment names", "available", "vol_2", {}, "available"],
  ["by one of unknown outcome", "available", "vol_1", { __unresolved: { at: 1 } }, "available"],
])(
  "a volume is attached where the stack has it so: %s",
  async (_what, status, of, outputs, shown) => {
    const inputs = { volumeId: of, instanceId: "inst_1" };
    const nodes = await nodesOf(
      part("storage:Volume", "data", { id: "vol_1", outputs: { status } }),
      part("storage:VolumeAttachment", "data", { id: "a_1", inputs, outputs }),
    );
    expect(nodes).toContainEqual(expect.objectContaining({ name: "data", status: shown }));
  },
);

test("an empty stack is an empty picture", async () => {
  expect(await drawn([])).toContain("</svg>");
});

test.each([
  [["--format", "png"], "Allowed choices are svg, mermaid, json."],
  [["a.json", "--stack", "dev"], "give the file a.json or --stack dev, not both"],
  [["no-such.json"], "The file no-such.json was not read: ENOENT."],
  [[], "No preview was read from stdin: it is empty."],
])("%j is refused", async (args, why) => {
  const { code, stdout, stderr } = await runCli(["graph", ...args]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(why);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("Ctrl-C ends it with 130 and nothing printed", async () => {
  const run = await runCli(["graph"], { stdin: largePreview(), stop: AbortSignal.abort() });
  expect(run).toMatchObject({ code: 130, stdout: "" });
});

describe("--stack", () => {
  test("asks the Pulumi CLI for the state", async () => {
    const seat = seatWith(`echo "$@" >&2; cat "${recordedFile("quickstart.state")}"`);
    const { code, stdout } = await runCli(["graph", "--stack", "dev"], seat);
    expect(code).toBe(0);
    expect(stdout).toBe((await runCli(["graph", recordedFile("quickstart.state")])).stdout);
  });

  test("gives an empty stack its name, which its state does not say", async () => {
    const seat = seatWith(`echo '{"version":3,"deployment":{}}'`);
    for (const name of ["dev", "acme/shop/dev"]) {
      const args = ["graph", "--stack", name, "--format", "mermaid"];
      expect((await runCli(args, seat)).stdout).toContain(`title: "Stack of ${name}"`);
    }
  });

  test("says what that answers", async () => {
    const seat = seatWith("echo \"error: no stack named 'gone' found\" >&2; exit 255");
    const { code, stdout, stderr } = await runCli(["graph", "--stack", "gone"], seat);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(
      "The stack \"gone\" was not drawn: no stack named 'gone' found. Try `pulumi stack`",
    );
  });

  test("needs that CLI", async () => {
    const { stderr } = await runCli(["graph", "--stack", "dev"], { env: { PATH: "/nowhere" } });
    expect(stderr).toContain("there is no `pulumi` on the PATH");
  });
});

/** Where `pulumi` is this script. */
function seatWith(script: string) {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-fake-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "pulumi");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  const path = [directory, process.env["PATH"] ?? ""].join(delimiter);
  return { directory, env: { PATH: path } };
}

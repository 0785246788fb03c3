import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCli } from "../../support/cli.ts";
import { largePreview, largeState } from "../../support/large-preview.ts";
import {
  ofNewerCli,
  previewNames,
  recorded,
  recordedFile,
  recordedNames,
} from "../../support/previews.ts";

const golden = (name: string) => `golden/${name}`;
const states = recordedNames.filter((name) => name.endsWith(".state"));

describe("golden output", () => {
  test.each([...previewNames, ...states])("of %s", async (name) => {
    const { code, stdout, stderr } = await runCli([
      "graph",
      recordedFile(name),
      "--format",
      "mermaid",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    await expect(stdout).toMatchFileSnapshot(golden(`${name}.mermaid`));
  });

  test.each(["svg", "dot", "json"])("of the small world as %s", async (format) => {
    const { stdout } = await runCli([
      "graph",
      recordedFile("load-balanced-app.change"),
      "--format",
      format,
    ]);
    await expect(stdout).toMatchFileSnapshot(golden(`load-balanced-app.change.${format}`));
  });

  test("of 300 objects", async () => {
    const { stdout } = await runCli(["graph"], { stdin: largePreview() });
    await expect(stdout).toMatchFileSnapshot(golden("large.svg"));
  });
});

test("the fields of a newer CLI change nothing", async () => {
  for (const name of [...previewNames, ...states]) {
    const plain = await runCli(["graph"], { stdin: recorded(name) });
    expect(await runCli(["graph"], { stdin: ofNewerCli(recorded(name)) })).toEqual(plain);
  }
});

test("a state and a preview in which nothing changes show the same objects and links", async () => {
  const linksIn = async (stdin: string) => {
    const { edges } = JSON.parse((await runCli(["graph", "--json"], { stdin })).stdout);
    return edges.map(({ change: _change, ...edge }: { change?: string }) => edge);
  };
  expect(await linksIn(largeState())).toEqual(await linksIn(largePreview()));
});

test("an input that is a secret is not in the picture", async () => {
  const token = "pulumi-nodejs:dynamic/hosting/compute:Instance";
  const inputs = {
    region: {
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      plaintext: '"hush"',
    },
    plan: "small",
  };
  const resource = {
    urn: `urn:pulumi:dev::app::${token}::web`,
    type: token,
    id: "inst_1",
    custom: true,
    inputs,
  };
  const stdin = JSON.stringify({ version: 3, deployment: { resources: [resource] } });
  const { stdout } = await runCli(["graph"], { stdin });
  expect(stdout).toContain(">small</text>");
  expect(stdout).not.toMatch(/hush|\[secret\]/);
});

test("a resource of unknown outcome is shown as one", async () => {
  const token = "pulumi-nodejs:dynamic/hosting/compute:Instance";
  const outputs = { __unresolved: { sent: true } };
  const resource = {
    urn: `urn:pulumi:dev::app::${token}::web`,
    type: token,
    id: "unresolved",
    custom: true,
    outputs,
  };
  const stdin = JSON.stringify({ version: 3, deployment: { resources: [resource] } });
  const [layer] = JSON.parse((await runCli(["graph", "--json"], { stdin })).stdout).layers;
  expect(layer.nodes).toMatchObject([{ status: "unresolved", health: "ill" }]);
});

test("an empty stack is an empty picture", async () => {
  const stdin = JSON.stringify({ version: 3, deployment: {} });
  const { code, stdout } = await runCli(["graph"], { stdin });
  expect(code).toBe(0);
  expect(stdout).toContain("</svg>");
});

test.each([
  [["--format", "png"], "Allowed choices are svg, mermaid, dot, json."],
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

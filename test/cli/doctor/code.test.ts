import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { foreignCode } from "../../../cli/foreign-code.ts";
import { providerText } from "../../../provider/definition/resource-class.ts";
import { runCli } from "../../support/cli.ts";
import { recordedReleases } from "../../support/releases.ts";
import { doctor, resource, stackOf, troubles } from "./account.ts";

const released = { __provider: providerText("storage:Volume") };
const planted = {
  __provider: `exports.handler=()=>{steal();return require("pulumi-hosting/runtime").handler("storage:Volume")}`,
};
const plugin = { type: "hosting:storage:Volume" };
const urnOf = (type: string) => `urn:pulumi:dev::shop::${type}::data`;
const provider = (pluginDownloadURL: string) => ({
  urn: "urn:pulumi:dev::shop::pulumi:providers:hosting::default_9",
  type: "pulumi:providers:hosting",
  inputs: { version: "9.9.9", __internal: { pluginDownloadURL } },
});
const address = "http://plugins.example:1/get";

describe("code in the state that no release wrote", () => {
  test.each<[string, object]>([
    ["as an input", { inputs: planted, outputs: released }],
    ["as an output", { inputs: released, outputs: planted }],
    ["of another class", { inputs: { __provider: providerText("compute:Instance") } }],
    ["as a secret", { inputs: { __provider: { ciphertext: "v1:x" } } }],
    ["empty", { inputs: { __provider: "" } }],
    ["of a resource of the plugin", { ...plugin, inputs: planted }],
    ["of an unknown class", { type: "pulumi-nodejs:dynamic/hosting/x:Y", inputs: planted }],
    [
      "whose type is another one than its URN says",
      { type: "a:b:C", urn: urnOf("my:Part$hosting:storage:Volume"), inputs: planted },
    ],
  ])("is wrong: %s", async (_name, more) => {
    const seat = await stackOf([resource("data", more), resource("logs", { inputs: released })]);
    const [line, ...others] = await troubles(seat, "--stack", "dev", "--only", "code");
    expect(others).toEqual([]);
    expect(line).toMatch(/^wrong code: "data": .* no release of pulumi-hosting wrote\. /);
    expect(line?.length).toBeLessThan(300);
  });

  test("many are one line", async () => {
    const many = ["a", "b", "c"].map((name) => resource(name, { inputs: planted }));
    const [line] = await troubles(await stackOf(many), "--stack", "dev");
    expect(line).toMatch(/^wrong code: "a" and 2 more: /);
  });

  test("`drift` refuses it before it refreshes", async () => {
    const { directory, env } = await stackOf([resource("data", { inputs: planted })]);
    const { code, stderr } = await runCli(["drift", "--stack", "dev"], { directory, env });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Nothing was refreshed\. "data": the state has code /),
    });
  });

  test.each(recordedReleases())("%s wrote none of it", (version) => {
    const file = join(import.meta.dirname, "../../fixtures/releases", version, "state.json");
    const { deployment } = JSON.parse(readFileSync(file, "utf8"));
    expect(JSON.stringify(deployment)).toContain("__provider");
    expect(foreignCode(deployment.resources, "/")).toEqual({ refused: [], unjudged: [] });
  });

  test("another package's is a note, because only its owner can judge it", async () => {
    const other = { type: "pulumi-nodejs:dynamic:Resource", inputs: { __provider: "x" } };
    const others = ["a", "b"].map((name) => ({
      ...resource(name, other),
      urn: `urn:pulumi:dev::shop::${other.type}::${name}`,
    }));
    const seat = await stackOf(others);
    expect(await troubles(seat, "--stack", "dev", "--only", "code")).toEqual([
      expect.stringMatching(/^note code: a, b: resources of other packages/),
    ]);
  });
});

describe("a download address in the state", () => {
  test("is wrong where no file of the project names it, and drift refuses it", async () => {
    const seat = await stackOf([provider(address)]);
    writeFileSync(join(seat.directory, "index.ts"), `"${address}/other"; "x${address}";`);
    expect(await troubles(seat, "--stack", "dev", "--only", "code")).toEqual([
      expect.stringMatching(
        /^wrong code: Provider "default_9": .*http:\/\/plugins\.example:1\/get/,
      ),
    ]);
    const { code, stderr } = await runCli(["drift", "--stack", "dev"], seat);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Nothing was refreshed\. Provider "default_9": /);
  });

  test("is also one among the provider's own inputs, which the engine takes as well", async () => {
    const planted = { ...provider(address), inputs: { pluginDownloadURL: address } };
    const seat = await stackOf([planted]);
    expect(await troubles(seat, "--stack", "dev", "--only", "code")).toEqual([
      expect.stringMatching(/^wrong code: Provider "default_9": /),
    ]);
  });

  test.each([
    ["Pulumi.yaml", `name: shop\nruntime: nodejs\nplugins: [${address}]\n`],
    ["src/main.py", `opts(plugin_download_url="${address}/")`],
    ["node_modules/other/package.json", `{"pulumi":{"server":"${address}"}}`],
    ["node_modules/@their/other/package.json", `{"pulumi":{"server":"${address}"}}`],
  ])("is in order where %s names it", async (file, text) => {
    const seat = await stackOf([provider(address)]);
    mkdirSync(dirname(join(seat.directory, file)), { recursive: true });
    writeFileSync(join(seat.directory, file), text);
    expect(await troubles(seat, "--stack", "dev", "--only", "code")).toEqual([]);
  });
});

test("--only code looks at nothing else, and fails where the state cannot be read", async () => {
  const seat = await stackOf([resource("data", { inputs: released })]);
  const { stdout } = await doctor(seat, "--stack", "dev", "--only", "code");
  expect(stdout).toBe(
    "ok     code      all code in the state is that of releases of this package\n",
  );
  seat.answer("stack-export", "no JSON");
  const [line] = await troubles(seat, "--stack", "dev", "--only", "code");
  expect(line).toMatch(/^wrong stack: /);
  const { code, stderr } = await doctor(seat, "--only", "code");
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("--stack") });
});

/** Lookups by name with the real CLI, in programs of TypeScript and of YAML. */
import { describe, expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, yamlProgram } from "../support/yaml-stack.ts";

const host = yamlHost();
const directory = "directory" in host ? host.directory : "";

const lists = (stack: TestStack) =>
  stack.requests().filter((request) => request === "GET /api/v1/networks").length;

it("a program in TypeScript finds what is there, with one list for all", async () => {
  await using stack = await openStack();
  const objects = `
new hosting.Network("backend", { name: "backend", config: { "ipv4.address": "10.0.0.0/24" } });
const data = new hosting.Volume("data", { name: "data", region: "eu-1", sizeGb: 10 });
`;
  stack.program(objects);
  await stack.up();
  stack.requests();
  stack.program(`${objects}
for (let at = 0; at < 25; at += 1) await hosting.getNetwork({ name: "backend" });
const shared = Array.from({ length: 25 }, () => hosting.getNetworkOutput({ name: "backend" }));
export const network = pulumi.all(shared).apply((all) => all.map(({ name }) => name).at(-1));
export const size = hosting.getVolumeOutput({ id: data }).sizeGb;
new hosting.Volume("next", { name: "next", region: "eu-1", sizeGb: 20 });
`);
  await stack.preview();
  expect(lists(stack)).toBe(1);
  await stack.up();
  expect(await stack.run("stack", "output", "--json", "--stack", "dev")).toContain('"backend"');

  stack.program('await hosting.getNetwork({ name: "backends" });');
  const { errors } = await stack.preview({ fails: true });
  expect(errors.join("\n")).toContain(
    'getNetwork found nothing with name "backends": the nearest is "backend".',
  );
});

describe.skipIf("missing" in host)(`in YAML ${"missing" in host ? host.missing : ""}`, () => {
  it("a program finds what is there, with one list for all", async () => {
    await using stack = await openYamlStack(directory);
    const config = { "ipv4.address": "10.0.0.0/24" };
    const names = ["backend", "back-office", "front"];
    const networks = names.map((name) => [
      name,
      { type: "hosting:network:Network", properties: { name, config } },
    ]);
    yamlProgram(stack, Object.fromEntries(networks));
    await stack.up();
    stack.requests();
    const invoke = (name: string, args: object, value: string) => ({
      "fn::invoke": { function: `hosting:network:${name}`, arguments: args, return: value },
    });
    const outputs = {
      found: invoke("getNetwork", { name: "backend" }, "name"),
      again: invoke("getNetwork", { name: "front" }, "name"),
      all: invoke("getNetworks", { name: "back*" }, "networks"),
    };
    yamlProgram(stack, Object.fromEntries(networks), outputs);
    await stack.up();
    expect(lists(stack)).toBe(1);
    const printed = JSON.parse(await stack.run("stack", "output", "--json", "--stack", "dev"));
    expect(printed).toMatchObject({ found: "backend", again: "front" });
    expect(printed.all.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      "back-office",
      "backend",
    ]);

    yamlProgram(stack, {}, { found: invoke("getNetwork", { name: "backends" }, "name") });
    const { errors } = await stack.preview({ fails: true });
    expect(errors.join("\n")).toContain('the nearest is "backend"');
  });
});

/** An account of addresses alone, with the real CLI: a preview works and sends nothing, everything else names the setting. */
import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, yamlProgram } from "../support/yaml-stack.ts";

const host = yamlHost();
const directory = "directory" in host ? host.directory : "";
const setting = "hosting:apiKey (HOSTING_API_KEY)";
const count = 200;

let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
const account: Record<string, string> = { HOSTING_BACKEND: "api", HOSTING_API_KEY: "" };

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${Object(server.address()).port}`;
  Object.assign(account, { HOSTING_BASE_URL: url, HOSTING_API_BASE_URL: url });
});
afterAll(() => void server.close());

/** Everything but a preview ends with the name of the setting; nothing is sent in any of it. */
async function expectKeyless(stack: TestStack): Promise<void> {
  const { errors } = await stack.up({ fails: true });
  expect(errors.join("\n")).toContain(setting);
  expect(stack.state().filter(({ type }) => type.includes("Volume"))).toEqual([]);
  expect(connections).toBe(0);
}

it("a preview of 200 resources in TypeScript, with lookups as outputs", async () => {
  await using stack = await openStack({ env: account });
  stack.program(`
for (let at = 0; at < ${count}; at += 1)
  new hosting.Volume(\`data-\${at}\`, { region: "eu-1", sizeGb: 10 });
const { networks } = hosting.getNetworksOutput();
export const first = networks[0].name;
hosting.getBucketsOutput();
`);
  const { changes, messages } = await stack.preview();
  expect(Object.values(changes)).toEqual(Array(count).fill("create"));
  expect(messages.filter((text) => text.includes("results of lookups are not known"))).toEqual([
    expect.stringContaining(setting),
  ]);
  await expectKeyless(stack);

  stack.program("export const { networks } = await hosting.getNetworks();");
  const { errors } = await stack.preview({ fails: true });
  expect(errors.join("\n")).toMatch(/Use getNetworksOutput, which can\. .*HOSTING_API_KEY/);
  expect(connections).toBe(0);
});

describe.skipIf("missing" in host)(`in YAML ${"missing" in host ? host.missing : ""}`, () => {
  it("a preview of 200 resources, and none with a function", async () => {
    await using stack = await openYamlStack(directory);
    Object.assign(stack.env, account);
    const volume = { type: "hosting:storage:Volume", properties: { region: "eu-1", sizeGb: 10 } };
    const volumes = Array.from({ length: count }, (_, at) => [`data-${at}`, volume]);
    yamlProgram(stack, Object.fromEntries(volumes));
    const { changes } = await stack.preview();
    expect(Object.values(changes)).toEqual(Array(count).fill("create"));
    await expectKeyless(stack);

    const networks = { "fn::invoke": { function: "hosting:network:getNetworks", arguments: {} } };
    yamlProgram(stack, {}, { networks });
    const { errors } = await stack.preview({ fails: true });
    expect(errors.join("\n")).toContain("getNetworks asked for nothing: a lookup needs the key");
    expect(errors.join("\n")).toContain(setting);
    expect(connections).toBe(0);
  });
});

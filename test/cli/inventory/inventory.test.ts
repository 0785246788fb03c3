import { expect, test } from "vitest";
import { aliasesOf } from "../../../cli/inventory/aliases.ts";
import { loginOf } from "../../../cli/inventory/login.ts";
import { containerBody, idOf, instanceBody, sender } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";
import { newAccount, stackOf } from "../doctor/account.ts";

const block = { address: "198.51.100.7", firstPort: 20_010, lastPort: 20_019 };

function resource(type: string, name: string, more: object = {}) {
  const token = `hosting:${type}`;
  const urn = `urn:pulumi:dev::shop::${token}::${name}`;
  return { urn, type: token, id: name, custom: true, outputs: {}, ...more };
}

const shop = resource("components:LoadBalancedApp", "my shop", { custom: false, id: "" });
const inShop = { parent: shop.urn };
const resources = [
  shop,
  resource("compute:Instance", "web-0", { ...inShop, outputs: { ipAddresses: ["203.0.113.5"] } }),
  resource("compute:Container", "job", {
    outputs: { ipAddresses: ["10.0.0.2"], portBlock: block },
  }),
  resource("compute:Server", "db", { outputs: { ipv6Addresses: ["2001:db8::1"] } }),
  resource("compute:Server", "old", { delete: true, outputs: { ipv4Address: "203.0.113.9" } }),
  resource("compute:Server", "dark"),
  resource("storage:Volume", "data"),
];

async function run(words: string, of: readonly object[] = resources) {
  const { directory, env } = await stackOf(of);
  return runCli(["inventory", ...words.split(" ")], { directory, env });
}

test("an inventory for Ansible has groups by component and class, and the port of a block", async () => {
  expect(await run("--stack dev")).toEqual({
    code: 0,
    stdout: `# Written by \`pulumi-hosting inventory\`.
all:
  hosts:
    "web-0":
      ansible_host: "203.0.113.5"
      ansible_port: 22
    "job":
      ansible_host: "198.51.100.7"
      ansible_port: 20010
    "db":
      ansible_host: "2001:db8::1"
      ansible_port: 22
  children:
    "class_container":
      hosts:
        "job": {}
    "class_instance":
      hosts:
        "web-0": {}
    "class_server":
      hosts:
        "db": {}
    "component_my_shop":
      hosts:
        "web-0": {}
`,
    stderr: 'Server "dark" is left out: it shows no address.\n',
  });
});

test("an ssh_config leads to the same places", async () => {
  const { stdout } = await run("--stack dev --format ssh");
  expect(stdout).toContain("Host job\n  HostName 198.51.100.7\n  Port 20010\n");
  expect(stdout.match(/^Host /gm)).toHaveLength(3);
});

test("as JSON it has every machine, by its names as they are", async () => {
  const { stdout } = await run("--stack dev --json");
  const { machines } = JSON.parse(stdout);
  expect(machines).toHaveLength(4);
  expect(machines[0]).toEqual({
    ...{ alias: "web-0", name: "web-0", class: "Instance", id: "web-0" },
    ...{ components: ["my shop"], address: "203.0.113.5", port: 22 },
  });
});

test("without a stack it is of the account", async () => {
  const { directory, env, platform } = await newAccount();
  platform.configure({ bootSeconds: 0 });
  const send = sender(platform);
  await send("POST /api/v1/instances", containerBody("job"));
  await send("POST /v1/instances", instanceBody("web"));
  const server = idOf(await send("POST /api/v2/servers", { name: "db", size: "small" }));
  const { code, stdout } = await runCli(["inventory", "--json"], { directory, env });
  const { machines } = JSON.parse(stdout);
  const ports = machines.map(({ alias, id, port }: Record<string, unknown>) => ({
    alias,
    id,
    port,
  }));
  expect({ code, ports }).toEqual({
    code: 0,
    ports: expect.arrayContaining([
      { alias: "job", id: "job", port: expect.toSatisfy((port) => port > 22) },
      { alias: "web", id: expect.stringMatching(/^inst_/), port: 22 },
      { alias: "db", id: server, port: expect.toSatisfy((port) => port > 22) },
    ]),
  });
});

test("two components that would be one group are refused for Ansible", async () => {
  const other = resource("components:InstanceGroup", "my_shop", { custom: false, id: "" });
  const more = resource("compute:Instance", "web-1", {
    ...{ parent: other.urn, outputs: { ipAddresses: ["203.0.113.6"] } },
  });
  const { code, stdout, stderr } = await run("--stack dev", [...resources, other, more]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain('"my shop" and "my_shop" would both be the group component_my_shop');
});

const named = (name: string, id = "inst_1", of = "Instance") => {
  return { name, id, class: of, components: [], login: undefined };
};

test.each([
  ["web*"],
  ["web[1:9]"],
  ["web\n  ProxyCommand sh"],
  ["{{ lookup('pipe', 'id') }}"],
  ["-oProxyCommand=sh"],
  ["github.com"],
  ["component_shop"],
  ['a"b'],
])("a machine called %j goes by its id", (name) => {
  expect(aliasesOf([named(name)])).toEqual(["inst_1"]);
  expect(aliasesOf([named(name, name)])).toEqual([undefined]);
});

test("machines of one name go by their class too, or by their ids, and so do words that mean more", () => {
  expect(aliasesOf([named("localhost"), named("all")])).toEqual([
    "localhost-instance",
    "all-instance",
  ]);
  const both = [named("web"), named("Web", "web", "Container")];
  expect(aliasesOf(both)).toEqual(["web-instance", "Web-container"]);
  expect(aliasesOf([named("web"), named("web", "inst_2")])).toEqual(["inst_1", "inst_2"]);
});

test.each([
  [{ ipAddresses: ["$(id)"], ipv6Addresses: ["2001:db8::1"] }, "2001:db8::1", 22],
  [{ portBlock: { ...block, address: "a b" }, ipv4Address: "203.0.113.5" }, "203.0.113.5", 22],
  [{ portBlock: { ...block, firstPort: 70_000 } }, undefined, undefined],
  [{ ipAddresses: { "4dabf18193072939515e22adb298388d": "secret" } }, undefined, undefined],
])("only what is an address and a port is taken: %j", (outputs, address, port) => {
  expect(loginOf(outputs)).toEqual(address && { address, port });
});

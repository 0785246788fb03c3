/** `ignoreChanges` leaves to others what is theirs, in programs of both doors. */
import { expect, it } from "vitest";
import { sender } from "../platform/support.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, type Resources, yamlProgram } from "../support/yaml-stack.ts";

/** A version of the program; the inputs that `ignoreChanges` names are the same in both. */
interface Version {
  readonly port: number;
  readonly triggers: readonly string[];
}

const before: Version = { port: 8080, triggers: ["v1"] };
const after: Version = { port: 9090, triggers: ["v2"] };

const ssh = { protocol: "tcp", ports: ["22"], sources: ["203.0.113.7/32"] };
const machine = { region: "eu-1", plan: "small", image: "debian/13" };
const healthCheck = {
  ...{ protocol: "http", port: 80, path: "/" },
  ...{ interval: 10, timeout: 5, threshold: 3 },
};

/** The id of another resource, as YAML has it. */
const idOf = (name: string) => `\${${name}.id}`;

function resources({ port, triggers }: Version): Resources {
  const policy = { inbound: [ssh], outbound: [{ protocol: "tcp", ports: [String(port)] }] };
  return {
    whole: {
      type: "hosting:network:Firewall",
      properties: { name: "whole", ...policy },
      options: { ignoreChanges: ["inbound"] },
    },
    part: {
      type: "hosting:network:Firewall",
      properties: { name: "part", ...policy },
      options: { ignoreChanges: ["inbound[0].sources"] },
    },
    a: { type: "hosting:compute:Instance", properties: machine },
    b: { type: "hosting:compute:Instance", properties: machine },
    front: {
      type: "hosting:network:LoadBalancer",
      properties: {
        region: "eu-1",
        forwardingRules: [
          { entryPort: 80, entryProtocol: "http", targetPort: port, targetProtocol: "http" },
        ],
        healthCheck,
        backendInstances: [idOf("a")],
      },
      options: { ignoreChanges: ["backendInstances", "healthCheck.interval"] },
    },
    job: {
      type: "hosting:compute:Container",
      properties: {
        name: "job",
        image: "debian/13",
        desiredState: "running",
        restartTriggers: triggers,
      },
      options: { ignoreChanges: ["desiredState"] },
    },
  };
}

/** The same resources as a program of dynamic ones. */
function dynamicProgram(all: Resources): string {
  const lines = Object.entries(all).map(([name, { type, properties, options = {} }]) => {
    const inputs = JSON.stringify(properties).replace(/"\$\{(\w+)\.id\}"/g, "$1.id");
    const [, , className] = type.split(":");
    return `const ${name} = new hosting.${className}("${name}", ${inputs}, ${JSON.stringify(options)});`;
  });
  return lines.join("\n");
}

const host = yamlHost();
const title = "an update leaves alone what somebody changed in an ignored input";

it(`${title}, of dynamic resources`, async () => {
  await using stack = await openStack();
  await expectLeftAlone(stack, (all) => stack.program(dynamicProgram(all)));
});

it.skipIf("missing" in host)(
  `${title}, of the plugin ${"missing" in host ? host.missing : ""}`,
  async () => {
    await using stack = await openYamlStack("directory" in host ? host.directory : "");
    await expectLeftAlone(stack, (all) => yamlProgram(stack, all));
  },
);

async function expectLeftAlone(stack: TestStack, write: (all: Resources) => void): Promise<void> {
  write(resources(before));
  await stack.up();
  const send = sender(stack.platform);
  const made = (name: string) => stack.resource(name).id;
  const byHand = [{ ...ssh, sources: ["198.51.100.0/24"] }];
  await send(`PATCH /api/v1/firewalls/${made("whole")}`, { inbound: [] });
  await send(`PATCH /api/v1/firewalls/${made("part")}`, { inbound: byHand });
  const backends = {
    backend_instances: [made("a"), made("b")],
    health_check: { ...healthCheck, interval: 99 },
  };
  await send(`PATCH /v1/load-balancers/${made("front")}`, backends);
  await send("POST /api/v1/instances/job/action", { action: "stop" });

  write(resources(after));
  const { changes } = await stack.up();
  const updated = { whole: "update", part: "update", front: "update", job: "update" };
  expect(changes).toEqual(updated);
  const expectByHand = () => {
    const { firewall, loadBalancer, container } = stack.platform.snapshot();
    const outbound = [{ protocol: "tcp", ports: ["9090"] }];
    expect(firewall).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "whole", inbound: [], outbound }),
        expect.objectContaining({ name: "part", inbound: byHand, outbound }),
      ]),
    );
    expect(loadBalancer).toMatchObject([
      { ...backends, forwarding_rules: [{ target_port: 9090 }] },
    ]);
    expect(container).toMatchObject([{ status: "stopped" }]);
  };
  expectByHand();
  await stack.up({}, "--refresh");
  expectByHand();
  expect((await stack.preview()).changes).toEqual({});
}

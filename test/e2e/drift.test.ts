import { expect, it } from "vitest";
import { sender } from "../platform/support.ts";
import { openStack, type TestStack } from "../support/stack.ts";

/** The drift gate of the guides. */
const gate = ["refresh", "--preview-only", "--expect-no-changes", "--stack", "dev"] as const;

async function expectDrift(stack: TestStack): Promise<string> {
  const error: unknown = await stack.run(...gate).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(String(error)).toContain("no changes were expected for refresh");
  return String(error);
}

const opened = [{ protocol: "tcp", ports: ["1-65535"], sources: ["0.0.0.0/0"] }];

interface Version {
  readonly sizeGb: number;
  readonly backends: string;
}

const program = ({ sizeGb, backends }: Version) => `
new hosting.Firewall("office", {
  inbound: [{ protocol: "tcp", ports: ["22"], sources: ["2001:db8::05ff/128"] }],
  outbound: [],
});
new hosting.Volume("data", { region: "eu-1", sizeGb: ${sizeGb} });
const web = ["a", "b"].map(
  (name) => new hosting.Instance(name, { region: "eu-1", plan: "small", image: "debian/13" }),
);
new hosting.LoadBalancer("front", {
  region: "eu-1",
  forwardingRules: [{ entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" }],
  healthCheck: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: ${backends},
});
`;

it("what somebody changed by hand makes the gate fail at each run, before and after a refresh, until it is put back or declared", async () => {
  await using stack = await openStack();
  stack.program(program({ sizeGb: 10, backends: "[web[0]]" }));
  await stack.up();
  const send = sender(stack.platform);
  const path = (prefix: string, name: string) => `PATCH ${prefix}/${stack.resource(name).id}`;
  const openFirewall = () => send(path("/api/v1/firewalls", "office"), { inbound: opened });
  const expectClosed = () =>
    expect(stack.platform.snapshot().firewall).toMatchObject([
      { inbound: [{ ports: ["22"], sources: [expect.stringMatching(/5ff/)] }] },
    ]);
  await openFirewall();
  const check = {
    protocol: "http",
    port: 80,
    path: "/health",
    interval: 10,
    timeout: 5,
    threshold: 3,
  };
  await send(path("/v1/load-balancers", "front"), { health_check: check });
  await send(path("/v1/volumes", "data"), { size_gb: 30 });
  stack.requests();

  await expectDrift(stack);
  const grown = "sizeGb is 30 on the platform and 10 in the program";
  expect(await expectDrift(stack)).toContain(grown);
  // An update of other inputs does not hide what differs; without a refresh `up` looks at nothing else.
  stack.program(program({ sizeGb: 10, backends: "web" }));
  expect((await stack.up()).changes).toEqual({ front: "update" });
  expect(stack.platform.snapshot().loadBalancer).toMatchObject([{ health_check: { path: "/" } }]);

  const { changes, messages } = await stack.up({}, "--refresh");
  expect(changes).toMatchObject({ office: "update" });
  expect(messages.join("\n")).toContain(grown);
  expectClosed();
  expect(await expectDrift(stack)).toContain(grown);
  stack.program(program({ sizeGb: 30, backends: "web" }));
  expect((await stack.up()).changes).toEqual({ data: "update" });
  await stack.run(...gate);

  await openFirewall();
  await expectDrift(stack);
  await stack.refresh();
  expect((await stack.up()).changes).toEqual({ office: "update" });
  expectClosed();
  await stack.run(...gate);
});

import { describe, expect, it } from "vitest";
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

const firewall = `
new hosting.Firewall("office", {
  inbound: [{ protocol: "tcp", ports: ["22"], sources: ["2001:db8::05ff/128"] }],
  outbound: [],
});
`;
const opened = [{ protocol: "tcp", ports: ["1-65535"], sources: ["0.0.0.0/0"] }];

describe("a firewall that somebody opens by hand", () => {
  it.each([
    ["before the first refresh", false],
    ["after it", true],
  ])("%s makes the gate fail, and `up --refresh` closes it", async (_when, isRefreshed) => {
    await using stack = await openStack();
    stack.program(firewall);
    await stack.up();
    if (isRefreshed) await stack.refresh();
    await stack.run(...gate);
    const { id } = stack.resource("office");
    await sender(stack.platform)(`PATCH /api/v1/firewalls/${id}`, { inbound: opened });

    await expectDrift(stack);
    await expectDrift(stack);
    // Without a refresh `up` looks at nothing.
    expect((await stack.up()).changes).toEqual({});
    const { changes } = await stack.up({}, "--refresh");
    expect(changes).toMatchObject({ office: "update" });
    expect(stack.platform.snapshot()["firewall"]).toMatchObject([
      { inbound: [{ ports: ["22"], sources: [expect.stringMatching(/5ff/)] }] },
    ]);
    await stack.run(...gate);
  });
});

it("a volume that somebody grew is reported by each gate until the program declares it", async () => {
  await using stack = await openStack();
  const volume = (sizeGb: number) =>
    stack.program(`new hosting.Volume("data", { region: "eu-1", sizeGb: ${sizeGb} });`);
  volume(10);
  await stack.up();
  const { id } = stack.resource("data");
  await sender(stack.platform)(`PATCH /v1/volumes/${id}`, { size_gb: 30 });

  expect(await expectDrift(stack)).toContain("sizeGb is 30 on the platform and 10 in the program");
  await stack.refresh();
  await expectDrift(stack);
  const { changes, messages } = await stack.up();
  expect(changes).toEqual({});
  expect(messages.join("\n")).toContain("sizeGb is 30 on the platform");
  volume(30);
  expect((await stack.up()).changes).toEqual({ data: "update" });
  await stack.run(...gate);
  expect(stack.platform.snapshot()["volume"]).toMatchObject([{ id, size_gb: 30 }]);
});

it("an update of a balancer sends all of it, and so puts back a health check that was changed by hand", async () => {
  await using stack = await openStack();
  const program = (backends: string) =>
    stack.program(`
const web = ["a", "b"].map(
  (name) => new hosting.Instance(name, { region: "eu-1", plan: "small", image: "debian/13" }),
);
new hosting.LoadBalancer("front", {
  region: "eu-1",
  forwardingRules: [{ entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" }],
  healthCheck: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: ${backends},
});
`);
  program("[web[0]]");
  await stack.up();
  const { id } = stack.resource("front");
  const healthCheck = {
    protocol: "http",
    port: 80,
    path: "/health",
    interval: 10,
    timeout: 5,
    threshold: 3,
  };
  await sender(stack.platform)(`PATCH /v1/load-balancers/${id}`, { health_check: healthCheck });
  await expectDrift(stack);
  program("web");
  await stack.up();
  expect(stack.platform.snapshot()["loadBalancer"]).toMatchObject([
    { health_check: { path: "/" } },
  ]);
  await stack.run(...gate);
});

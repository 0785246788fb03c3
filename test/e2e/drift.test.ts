import { expect, it } from "vitest";
import { sender } from "../platform/support.ts";
import { openStack } from "../support/stack.ts";

const check = { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 };
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
  healthCheck: ${JSON.stringify(check)},
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
  const moveCheck = () =>
    send(path("/v1/load-balancers", "front"), {
      health_check: { ...check, path: "/moved" },
    });
  const expectDeclared = () =>
    expect(stack.platform.snapshot()).toMatchObject({
      firewall: [{ inbound: [{ ports: ["22"], sources: [expect.stringMatching(/5ff/)] }] }],
      loadBalancer: [{ health_check: { path: "/" } }],
    });
  await openFirewall();
  await moveCheck();
  await send(path("/v1/volumes", "data"), { size_gb: 30 });
  const all = { office: "update", front: "update", data: "update" };
  expect((await stack.gate({ fails: true })).changes).toEqual(all);

  // Without a refresh `up` looks at nothing, and its update of other inputs hides nothing.
  stack.program(program({ sizeGb: 10, backends: "web" }));
  expect((await stack.up()).changes).toEqual({ front: "update" });
  await moveCheck();
  expect((await stack.gate({ fails: true })).changes).toEqual(all);

  const { changes, messages } = await stack.up({}, "--refresh");
  expect(changes).toMatchObject({ office: "update", front: "update" });
  expect(messages).toContainEqual(
    expect.stringContaining("sizeGb is 30 on the platform and 10 in the last `up`"),
  );
  expectDeclared();

  await openFirewall();
  const again = await stack.gate({ fails: true });
  expect(again.changes).toEqual({ office: "update", data: "update" });
  await stack.refresh();
  stack.program(program({ sizeGb: 30, backends: "web" }));
  expect((await stack.up()).changes).toEqual({ office: "update", data: "update" });
  expectDeclared();
  expect((await stack.gate()).changes).toEqual({});
});

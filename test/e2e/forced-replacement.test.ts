import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

const replaced = (type: string, name: string) =>
  ["--replace", `urn:pulumi:dev::e2e::pulumi-nodejs:dynamic/hosting/${type}::${name}`] as const;

it("what has the same id again is there after any forced replacement, and nothing takes it away", async () => {
  await using stack = await openStack();
  const key = stack.platform.createKey({ scopes: ["*"], level: "Read" });
  const program = (trigger: string, more = "") =>
    stack.program(`
const options = { replacementTrigger: "${trigger}"${more} };
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
const ip = new hosting.FloatingIp("ip", { region: "eu-1" });
new hosting.VolumeAttachment("disk", { volumeId: data.id, instanceId: web.id }, options);
new hosting.FloatingIpAssignment("route", { floatingIpId: ip.id, instanceId: web.id }, options);
new hosting.ApiKey("ci", { keyId: "${key.id}" });`);
  program("a");
  await stack.up();
  stack.requests();
  const byHand = [
    ...replaced("storage:VolumeAttachment", "disk"),
    ...replaced("network:FloatingIpAssignment", "route"),
    ...replaced("access:ApiKey", "ci"),
  ];
  const { id: instance_id } = stack.resource("web");
  for (const [trigger, more, flags] of [
    ["b", "", ["--refresh"]],
    ["b", "", byHand],
    ["c", ", deleteBeforeReplace: true", []],
  ] as const) {
    program(trigger, more);
    const { changes } = await stack.up({}, ...flags);
    expect(changes).toMatchObject({ disk: "replace", route: "replace" });
    const writes = stack.writes();
    expect(writes.filter((request) => request.startsWith("DELETE"))).toEqual([]);
    for (const [made, taken] of [
      ["/attach", "/detach"],
      ["/assign", "/unassign"],
    ] as const) {
      const last = (end: string) => writes.findLastIndex((request) => request.endsWith(end));
      expect(last(made), writes.join()).toBeGreaterThanOrEqual(last(taken));
    }
    const { volume, floatingIp } = stack.platform.snapshot();
    expect([volume, floatingIp]).toMatchObject([[{ instance_id }], [{ instance_id }]]);
  }
});

it("a forced replacement of what its own adopt names deletes nothing; a destroy that runs the program does", async () => {
  await using stack = await openStack();
  const program = (adopt: string) =>
    stack.program(
      `new hosting.Volume("data", { region: "eu", sizeGb: 1${adopt} }, { deleteBeforeReplace: true });`,
    );
  program("");
  await stack.up();
  const { id } = stack.resource("data");
  program(`, adopt: "${id}"`);
  await stack.up({}, ...replaced("storage:Volume", "data"));
  expect(stack.platform.snapshot().volume).toMatchObject([{ id }]);
  expect(stack.resource("data").id).toBe(id);
  await stack.destroy({}, "--run-program");
  expect(stack.platform.snapshot().volume).toEqual([]);
});

it.each([
  ["deletedWith", "deletedWith: web"],
  ["replaceWith", "replaceWith: [web]"],
])(
  "what is in one place at a time leaves the old one before it gets the new one, also with %s",
  async (_name, option) => {
    await using stack = await openStack();
    const program = (image: string) =>
      stack.program(`
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "${image}" });
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.VolumeAttachment("disk", { volumeId: data, instanceId: web }, { ${option} });
const job = new hosting.Container("job", { name: "job", image: "debian/13" });
const ports = { instanceName: "job", protocol: "tcp" as const, publicPort: 20001, targetPort: 80 };
new hosting.PortForward("api", ports, { dependsOn: job, ${option} });`);
    program("debian/13");
    await stack.up();
    program("debian/14");
    expect((await stack.up()).changes).toMatchObject({ web: "replace", disk: "replace" });
    const { id: instance_id } = stack.resource("web");
    const { volume, portForward } = stack.platform.snapshot();
    expect(volume).toMatchObject([{ instance_id }]);
    expect(portForward.map(({ public_port }) => public_port)).toContain(20_001);
  },
);

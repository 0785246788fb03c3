import { describe, expect, it } from "vitest";
import { stacksAfterUp } from "../support/copied-stack.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const urn = (type: string, name: string) =>
  `urn:pulumi:dev::e2e::pulumi-nodejs:dynamic/hosting/${type}::${name}`;
const net = urn("network:Network", "net");
const untrue = /answer was lost|taken over|takes over/;

const afterUp = stacksAfterUp();

async function withNetwork(): Promise<TestStack> {
  const stack = await afterUp(
    'new hosting.Network("net", { config: { "ipv4.address": "10.0.0.0/24" } });',
  );
  stack.requests();
  return stack;
}

it("a replacement that the program asks for by a trigger replaces, right after the first up, too", async () => {
  await using stack = await openStack();
  const program = (commit: string) =>
    stack.program(
      `new hosting.FloatingIp("ip", { region: "eu-1" }, { replacementTrigger: "${commit}" });`,
    );
  program("a");
  await stack.up();
  const { id } = stack.resource("ip");
  program("b");
  await stack.up();
  expect(stack.resource("ip").id).not.toBe(id);
  expect(stack.platform.snapshot()).toMatchObject({ floatingIp: [{}] });
});

it("an attachment and an assignment are there after any forced replacement, and nothing takes them away", async () => {
  await using stack = await openStack();
  const program = (trigger: string, more = "") =>
    stack.program(`
const options = { replacementTrigger: "${trigger}"${more} };
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
const ip = new hosting.FloatingIp("ip", { region: "eu-1" });
new hosting.VolumeAttachment("disk", { volumeId: data.id, instanceId: web.id }, options);
new hosting.FloatingIpAssignment("route", { floatingIpId: ip.id, instanceId: web.id }, options);`);
  program("a");
  await stack.up();
  await stack.refresh();
  stack.requests();
  const byHand = [
    ...["--replace", urn("storage:VolumeAttachment", "disk")],
    ...["--replace", urn("network:FloatingIpAssignment", "route")],
  ];
  const { id: instance_id } = stack.resource("web");
  for (const [trigger, more, flags] of [
    ["b", "", []],
    ["b", "", byHand],
    ["c", ", deleteBeforeReplace: true", []],
    ["c", ", deleteBeforeReplace: true", byHand],
  ] as const) {
    program(trigger, more);
    const { changes } = await stack.up({}, ...flags);
    expect(changes).toEqual({ disk: "replace", route: "replace" });
    const writes = stack.writes();
    for (const [made, taken] of [
      ["/attach", "/detach"],
      ["/assign", "/unassign"],
    ] as const) {
      const last = (end: string) => writes.findLastIndex((request) => request.endsWith(end));
      expect(last(made), writes.join()).toBeGreaterThan(last(taken));
    }
    const { volume, floatingIp } = stack.platform.snapshot();
    expect([volume, floatingIp]).toMatchObject([[{ instance_id }], [{ instance_id }]]);
    expect((await stack.refresh()).changes).toEqual({});
  }
});

describe("pulumi up --replace", () => {
  it("is refused for the name that it repeats; with deleteBeforeReplace it replaces, also after a taint", async () => {
    await using stack = await withNetwork();
    const { id } = stack.resource("net");
    const { errors } = await stack.up({ fails: true }, "--replace", net);
    expect(stack.writes()).toEqual([]);
    expect(errors.join("\n")).toContain(`network "net" was not created: ${id} has the name`);
    expect(errors.join("\n")).toContain(
      "After `--replace`, set deleteBeforeReplace: true for this run.",
    );
    expect(errors.join("\n")).not.toMatch(untrue);

    stack.program(
      'new hosting.Network("net", { config: { "ipv4.address": "10.0.0.0/24" } }, { deleteBeforeReplace: true });',
    );
    await stack.up({}, "--replace", net);
    const second = stack.resource("net").id;
    expect(second).not.toBe(id);
    await stack.up();
    await stack.run("state", "taint", net, "--yes", "--stack", "dev");
    expect((await stack.up()).changes).toEqual({ net: "replace" });
    expect(stack.resource("net").id).not.toBe(second);
    expect(stack.platform.snapshot().network).toHaveLength(1);
  });

  it("of what its own adopt names deletes nothing; a destroy that runs the program does", async () => {
    await using stack = await openStack();
    const program = (adopt: string) =>
      stack.program(
        `new hosting.Volume("data", { region: "eu", sizeGb: 1${adopt} }, { deleteBeforeReplace: true });`,
      );
    program("");
    await stack.up();
    program(`, adopt: "${stack.resource("data").id}"`);
    const data = urn("storage:Volume", "data");
    const { messages } = await stack.up({}, "--replace", data);
    expect(messages.join("\n")).toContain("because the program names it in `adopt`");
    expect(stack.platform.snapshot().volume).toMatchObject([{ id: stack.resource("data").id }]);
    await stack.destroy({}, "--run-program");
    expect(stack.platform.snapshot().volume).toEqual([]);
  });

  it("of what has the same id again deletes nothing", async () => {
    await using stack = await openStack();
    const key = stack.platform.createKey({ scopes: ["*"], level: "Read" });
    stack.program(`
new hosting.ApiKey("ci", { keyId: "${key.id}" });
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.VolumeAttachment("data-in-web", { volumeId: data.id, instanceId: web.id });
const base = new hosting.ImportedImage("base", { url: "https://images.example/base.qcow2", format: "qcow2", osType: "linux" });
new hosting.ImageShare("partners", { imageId: base.id, projectIds: ["proj_b"] });`);
    await stack.up();
    await stack.up();
    stack.requests();
    const { messages } = await stack.up(
      {},
      ...["--replace", urn("access:ApiKey", "ci")],
      ...["--replace", urn("storage:VolumeAttachment", "data-in-web")],
      ...["--replace", urn("compute:ImageShare", "partners")],
    );
    expect(stack.writes().filter((request) => /DELETE|detach/.test(request))).toEqual([]);
    const kept = messages.filter((line) => line.includes("it was not replaced: "));
    expect(kept).toHaveLength(3);
    expect(stack.platform.snapshot()).toMatchObject({
      volume: [{ instance_id: stack.resource("web").id }],
    });
    expect((await stack.refresh()).changes).toEqual({});
  });

  it("of a name of one's own, an address and a member ends with each of them there", async () => {
    await using stack = await openStack();
    stack.program(`
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
const ip = new hosting.FloatingIp("ip", { region: "eu-1" });
new hosting.FloatingIpAssignment("route", { floatingIpId: ip.id, instanceId: web.id });
new hosting.Container("box", { name: "box", image: "debian/13" });
new hosting.Bucket("files", { name: "files", allowDataLoss: true });
new hosting.ProjectMember("ada", { projectId: "proj_default", email: "ada@example.com", role: "viewer" });`);
    await stack.up();
    await stack.up();
    const replaced = (type: string, name: string) => ["--replace", urn(type, name)] as const;
    const { errors } = await stack.up(
      { fails: true },
      "--continue-on-error",
      ...replaced("compute:Container", "box"),
      ...replaced("storage:Bucket", "files"),
      ...replaced("access:ProjectMember", "ada"),
    );
    for (const refused of [
      'container "box" was not created: box exists already.',
      'bucket "files" was not created: files exists already.',
      'project member "ada" was not created: nobody was invited to project "proj_default"',
    ]) {
      expect(errors.join("\n")).toContain(refused);
    }
    await stack.up();
    const again = await stack.up({}, ...replaced("network:FloatingIpAssignment", "route"));
    expect(again.messages.join("\n")).toContain("it was not replaced: ");
    expect(stack.resource("files").outputs).toHaveProperty("secretKey");
    const { container, bucket, projectMember, floatingIp } = stack.platform.snapshot();
    expect([container.length, bucket.length, projectMember.length]).toEqual([1, 1, 1]);
    expect(floatingIp).toMatchObject([{ instance_id: stack.resource("web").id }]);
    expect((await stack.refresh()).changes).toEqual({});
  });
});

it("a volume that another declaration adopts in the place of the first one stays", async () => {
  await using stack = await openStack();
  stack.program('new hosting.Volume("a", { region: "eu-1", sizeGb: 10 });');
  await stack.up();
  const { id } = stack.resource("a");
  stack.program(`new hosting.Volume("b", { region: "eu-1", sizeGb: 10, adopt: "${id}" });`);
  const { messages } = await stack.up();
  expect(messages).toContain(
    `${id} was not deleted, because volume "b" has it now. To rename a resource, an alias does it without \`adopt\`.`,
  );
  expect(stack.state().map(({ name }) => name)).not.toContain("a");
  expect(stack.platform.snapshot().volume).toMatchObject([{ id }]);
});

it("so it does where each of them has an explicit provider, with a process of its own", async () => {
  await using stack = await openStack();
  const providers = ["one", "two"].map(
    (name) =>
      `const ${name} = new hosting.Provider("${name}", { backend: "embedded", embeddedFile: ".hosting/platform.db" });`,
  );
  const program = (volume: string) => stack.program([...providers, volume].join("\n"));
  program('new hosting.Volume("a", { region: "eu-1", sizeGb: 10 }, { provider: one });');
  await stack.up();
  const { id } = stack.resource("a");
  program(
    `new hosting.Volume("b", { region: "eu-1", sizeGb: 10, adopt: "${id}" }, { provider: two });`,
  );
  const { messages } = await stack.up();
  expect(messages).toContain(
    `${id} was not deleted, because volume "b" has it now. To rename a resource, an alias does it without \`adopt\`.`,
  );
  expect(stack.platform.snapshot().volume).toMatchObject([{ id }]);
});

it("adopt of an id that is not there is refused as get refuses it", async () => {
  await using stack = await openStack();
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 10, adopt: "vol_nope" });');
  const { errors } = await stack.up({ fails: true });
  expect(errors.join("\n")).toContain(
    'volume "data" was not adopted: the platform does not show a volume vol_nope.',
  );
  expect(stack.state().map(({ name }) => name)).not.toContain("data");
});

it("destroy goes on where it stopped when an owner may be removed", async () => {
  await using stack = await openStack();
  stack.program(`
const ada = new hosting.ProjectMember("ada", { projectId: "proj_default", email: "ada@example.com", role: "owner" });
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 }, { dependsOn: ada });`);
  await stack.up();
  const { errors } = await stack.destroy({ fails: true });
  const word = /HOSTING_ALLOW_OWNER_REMOVAL=(\S+)/.exec(errors.join("\n"))?.[1];
  expect(word).toMatch(/^[\w-]+\/ada@example\.com$/);
  stack.requests();
  stack.env["HOSTING_ALLOW_OWNER_REMOVAL"] = word ?? "";
  await stack.destroy();
  expect(stack.writes().filter((request) => request.startsWith("POST"))).toEqual([]);
  expect(stack.state().map(({ name }) => name)).not.toContain("ada");
});

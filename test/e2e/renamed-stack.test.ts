import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

// `pulumi stack rename` changes no state, and a new stack of the old name has the same URNs.
it("a new stack of the name that another one had takes nothing of that one over", async () => {
  await using stack = await openStack();
  stack.program(`
new hosting.FloatingIp("ip", { region: "eu-1" });
new hosting.Container("job", { image: "debian/13" });`);
  await stack.up();
  const { id } = stack.resource("ip");
  await stack.run("stack", "rename", "staging", "--stack", "dev");
  await stack.run("stack", "init", "dev", "--no-select");
  stack.requests();

  // Else the engine may begin nothing after the first failure.
  const { errors } = await stack.up({ fails: true }, "--continue-on-error");
  expect(errors.join("\n")).toContain(
    `floating IP "ip" was not created: an earlier run made ${id}.`,
  );
  expect(stack.writes()).toEqual([]);
  await stack.destroy();
  expect(stack.writes()).toEqual([]);

  await stack.run("refresh", "--yes", "--skip-preview", "--stack", "staging");
  const after = await stack.up({ fails: true }, "--continue-on-error");
  expect(after.errors.join("\n")).toContain("and so does a new stack of an old name");
  expect(stack.writes()).toEqual(["POST /v1/floating-ips"]);
  expect(stack.platform.snapshot()).toMatchObject({ container: [{}], floatingIp: [{}, {}] });
});

it("an assignment and an attachment that an alias renamed end when they leave the program", async () => {
  await using stack = await openStack();
  const program = (parts: string) =>
    stack.program(`
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
const ip = new hosting.FloatingIp("ip", { region: "eu-1" });
${parts}`);
  const parts = (suffix: string, opts: string) => `
new hosting.VolumeAttachment("plug${suffix}", { volumeId: data.id, instanceId: web.id }, { ${opts.replace("?", "plug")} });
new hosting.FloatingIpAssignment("route${suffix}", { floatingIpId: ip.id, instanceId: web.id }, { ${opts.replace("?", "route")} });`;
  program(parts("", ""));
  await stack.up();
  program(parts("2", 'aliases: [{ name: "?" }]'));
  expect((await stack.up()).changes).toEqual({});
  program("");
  const { messages } = await stack.up();
  expect(messages.join("\n")).not.toContain("was not deleted");
  expect(stack.platform.snapshot()).toMatchObject({
    volume: [{ instance_id: null }],
    floatingIp: [{ instance_id: null }],
  });
});

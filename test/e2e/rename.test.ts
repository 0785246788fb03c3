import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

it("what another declaration adopts in the place of the first one stays", async () => {
  await using stack = await openStack();
  const volume = (name: string, more = "") =>
    stack.program(`new hosting.Volume("${name}", { region: "eu-1", sizeGb: 10${more} });`);
  volume("a");
  await stack.up();
  const { id } = stack.resource("a");
  stack.requests();
  volume("b", `, adopt: "${id}"`);
  // A refresh reads the old name in the process that is to keep its object.
  const { messages } = await stack.up({}, "--refresh");
  expect(messages.join("\n")).toMatch(new RegExp(`${id} was not deleted, .*"b"`));
  expect(stack.resource("b").id).toBe(id);
  expect(stack.state().map(({ name }) => name)).not.toContain("a");
  expect(stack.writes()).toEqual([]);
});

it("an alias renames without a request, and what it renamed ends when it leaves the program", async () => {
  await using stack = await openStack();
  /** Two components, each with a volume, an address and a container of one logical name. */
  const program = (suffix: string, alias: boolean) => `
for (const kind of ["my:Web", "my:Db"]) {
  const options = (name) => ({
    parent, aliases: ${alias} ? [{ name }] : [],
  });
  const parent = new pulumi.ComponentResource(kind, "place");
  const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" }, { parent });
  const data = new hosting.Volume("data${suffix}", { region: "eu-1", sizeGb: 10 }, options("data"));
  const ip = new hosting.FloatingIp("ip${suffix}", { region: "eu-1" }, options("ip"));
  new hosting.VolumeAttachment("plug${suffix}", { volumeId: data.id, instanceId: web.id }, options("plug"));
  new hosting.FloatingIpAssignment("route${suffix}", { floatingIpId: ip.id, instanceId: web.id }, options("route"));
}`;
  stack.program(program("", false));
  await stack.up();
  const { volume, instance } = stack.platform.snapshot();
  expect(new Set([...volume, ...instance].map(({ id }) => id)).size).toBe(4);
  stack.requests();
  stack.program(program("-2", true));
  expect((await stack.up()).changes).toEqual({});
  expect(stack.writes()).toEqual([]);
  const { messages } = await stack.destroy({}, "--refresh");
  expect(messages.join("\n")).not.toContain("was not deleted");
  expect(Object.values(stack.platform.snapshot()).flat()).toEqual([]);
});

it("`up --refresh` deletes what it replaces, and what left the program", async () => {
  await using stack = await openStack();
  const program = (image: string) => `
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "${image}" });
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.VolumeAttachment("data-in-web", { volumeId: data.id, instanceId: web.id });
`;
  stack.program(`${program("debian/13")}new hosting.Container("job", { image: "debian/13" });`);
  await stack.up();
  stack.program(program("debian/12"));
  await stack.up({}, "--refresh");
  expect(stack.platform.snapshot()).toMatchObject({
    instance: [{ image: "debian/12" }],
    volume: [{}],
    container: [],
  });
  await stack.destroy({}, "--refresh", "--run-program");
  expect(Object.values(stack.platform.snapshot()).flat()).toEqual([]);
});

import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";

it("a stack is made, refreshed, changed and destroyed over HTTP", async () => {
  await using stack = await openStack();
  await using served = await servePlatform(stack.platform);
  Object.assign(stack.env, served.env);
  const empty = stack.platform.snapshot();
  const program = (sizeGb: number) => `
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: ${sizeGb} });
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
new hosting.VolumeAttachment("data-in-web", { volumeId: data.id, instanceId: web.id });
new hosting.Container("job", { image: "debian/13" });`;

  stack.program(program(10));
  await stack.up();
  expect(await stack.refresh()).toMatchObject({ changes: {}, messages: [] });
  stack.program(program(20));
  expect((await stack.up()).changes).toEqual({ data: "update" });
  const host = served.env["HOSTING_BASE_URL"];
  expect(stack.resource("data").outputs["__world"]).toBe(`api:${host}+${host}#`);
  await stack.destroy();
  expect(stack.platform.snapshot()).toEqual(empty);
});

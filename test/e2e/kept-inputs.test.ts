import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

it("inputs that only later operations need are kept by an update that sends nothing", async () => {
  await using stack = await openStack();
  const program = (control: string, options = "{}") => `
new hosting.Volume("data", { region: "eu-1", sizeGb: 10${control} }, ${options});
new hosting.ProjectMember("owner", {
  projectId: "proj_default", email: "ada@example.com", role: "owner"${control && ", allowOwnerRemoval: true"},
});`;
  stack.program(program(""));
  await stack.up();
  stack.requests();

  stack.program(program(', timeouts: { read: "5m" }'));
  expect((await stack.up()).changes).toMatchObject({ data: "update", owner: "update" });
  expect(stack.requests()).toEqual([]);
  expect(stack.resource("data").outputs["timeouts"]).toEqual({ read: "5m" });
  expect((await stack.up()).changes).toEqual({});

  stack.program("");
  await stack.up();
  expect(stack.platform.snapshot()).toMatchObject({ volume: [], projectMember: [] });
});

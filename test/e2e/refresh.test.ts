import { beforeAll, expect, it } from "vitest";
import type { Fault } from "../../platform/index.ts";
import { sender } from "../platform/support.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const program = `
const timeouts = { read: 3 };
new hosting.Volume("data", { region: "eu-1", sizeGb: 10, timeouts });
new hosting.Container("job", { image: "debian/13", timeouts });
`;

it("what was deleted by hand is seen by refresh and created again by up", async () => {
  await using stack = await openStack();
  stack.program(program);
  await stack.up();
  const send = sender(stack.platform);
  const container = `/api/v1/instances/${stack.resource("job").id}`;
  await send(`DELETE /v1/volumes/${stack.resource("data").id}`);
  await send(`POST ${container}/action`, { action: "stop" });
  await send(`DELETE ${container}`);

  expect((await stack.refresh()).changes).toEqual({ data: "delete", job: "delete" });
  expect((await stack.up()).changes).toEqual({ data: "create", job: "create" });
  expect(stack.platform.snapshot()).toMatchObject({ volume: [{}], container: [{}] });
});

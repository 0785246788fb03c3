import { expect, it } from "vitest";
import { sender } from "../platform/support.ts";
import { openStack } from "../support/stack.ts";

it("a container reaches its desiredState, comes back to it, and is replaced new before old", async () => {
  await using stack = await openStack();
  const container = (args: string) =>
    stack.program(`new hosting.Container("job", { image: "debian/13", ${args} });`);
  const status = () => stack.platform.snapshot().container[0]?.["status"];
  container('desiredState: "running"');
  await stack.up();
  const path = `/api/v1/instances/${stack.resource("job").id}`;
  const action = `POST ${path}/action`;
  await sender(stack.platform)(action, { action: "stop" });
  stack.requests();

  expect((await stack.refresh()).changes).toEqual({ job: "update" });
  expect((await stack.up()).changes).toEqual({ job: "update" });
  expect([status(), stack.writes()]).toEqual(["running", [action]]);

  container('desiredState: "frozen"');
  expect((await stack.up()).changes).toEqual({ job: "update" });
  expect([status(), stack.writes()]).toEqual(["frozen", [action]]);
  expect(stack.resource("job").outputs["status"]).toBe("frozen");

  container('image: "debian/12"');
  const { changes, replaceKeys } = await stack.up();
  expect(changes).toEqual({ job: "replace" });
  expect(replaceKeys).toEqual({ job: ["image"] });
  // The old one is unfrozen, stopped, and then deleted.
  expect(stack.writes()).toEqual(["POST /api/v1/instances", action, action, `DELETE ${path}`]);
  expect(stack.platform.snapshot().container).toMatchObject([{ image: "debian/12" }]);
});

import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

it("a create that is not ready in time keeps its id, and the next up waits on without a second POST", async () => {
  await using stack = await openStack();
  stack.platform.configure({ bootSeconds: 3600 });
  const args =
    '{ region: "eu-1", plan: "small", image: "debian/13", timeouts: { create: 3, update: 3 } }';
  stack.program(`new hosting.Instance("web", ${args});`);

  const { errors } = await stack.up({ fails: true });
  expect(errors.join()).toContain('instance "web" is not done within 3 s');
  const { id, initErrors } = stack.resource("web");
  expect(stack.platform.snapshot().instance).toMatchObject([{ id }]);
  expect(initErrors).toHaveLength(1);
  expect(stack.writes()).toEqual(["POST /v1/instances"]);

  stack.platform.clock.advance(3600);
  const { changes } = await stack.up();
  expect(changes).toEqual({ web: "update" });
  expect(stack.writes()).toEqual([]);
  expect(stack.resource("web")).toMatchObject({
    id,
    initErrors: [],
    outputs: { status: "running" },
  });
});

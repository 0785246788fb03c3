import { expect, it } from "vitest";
import { sender } from "../platform/support.ts";
import { stacksAfterUp } from "../support/copied-stack.ts";
import { openStack, type TestStack } from "../support/stack.ts";

function container(args: string): string {
  return `new hosting.Container("job", { image: "debian/13", ${args} });`;
}

const afterUp = stacksAfterUp();

function statusOf(stack: TestStack): unknown {
  return stack.platform.snapshot().container[0]?.["status"];
}

it("desiredState is reached by action calls, and a frozen container is unfrozen, stopped and deleted", async () => {
  await using stack = await afterUp(container(""));
  const { id } = stack.resource("job");
  const path = `/api/v1/instances/${id}`;
  stack.requests();

  for (const state of ["stopped", "running", "frozen"]) {
    stack.program(container(`desiredState: "${state}"`));
    expect((await stack.up()).changes).toEqual({ job: "update" });
    expect(stack.writes()).toEqual([`POST ${path}/action`]);
    expect(statusOf(stack)).toBe(state);
    expect(stack.resource("job").outputs["status"]).toBe(state);
  }

  await stack.destroy();
  expect(stack.writes()).toEqual([`POST ${path}/action`, `POST ${path}/action`, `DELETE ${path}`]);
});

it("a container that is not in its desiredState is brought back by refresh and up", async () => {
  await using stack = await openStack();
  stack.program(container('desiredState: "running"'));
  await stack.up();
  const path = `/api/v1/instances/${stack.resource("job").id}`;
  await sender(stack.platform)(`POST ${path}/action`, { action: "stop" });
  stack.requests();

  expect((await stack.refresh()).changes).toEqual({ job: "update" });
  expect((await stack.up()).changes).toEqual({ job: "update" });
  expect(stack.writes()).toEqual([`POST ${path}/action`]);
  expect(statusOf(stack)).toBe("running");
});

it("a running container is stopped, then deleted; one stopped by hand is only deleted", async () => {
  await using stack = await openStack();
  stack.program(
    'for (const name of ["on", "off"]) new hosting.Container(name, { image: "debian/13" });',
  );
  await stack.up();
  const [on, off] = [stack.resource("on"), stack.resource("off")].map(
    ({ id }) => `/api/v1/instances/${id}`,
  );
  await sender(stack.platform)(`POST ${off}/action`, { action: "stop" });
  stack.requests();

  stack.program("");
  expect((await stack.up()).changes).toEqual({ on: "delete", off: "delete" });
  const writes = stack.writes();
  expect(writes.filter((request) => request.includes(String(on)))).toEqual([
    `POST ${on}/action`,
    `DELETE ${on}`,
  ]);
  expect(writes.filter((request) => request.includes(String(off)))).toEqual([`DELETE ${off}`]);
});

it("a replacement with a generated name is created before the old container goes", async () => {
  await using stack = await afterUp(container(""));
  const old = `/api/v1/instances/${stack.resource("job").id}`;
  stack.requests();

  stack.program(container('image: "debian/12"'));
  const preview = await stack.preview();
  expect(preview).toMatchObject({ changes: { job: "replace" }, replaceKeys: { job: ["image"] } });
  await stack.up();
  expect(stack.writes()).toEqual(["POST /api/v1/instances", `POST ${old}/action`, `DELETE ${old}`]);
});

it("another spelling of the memory limit is no change", async () => {
  await using stack = await openStack();
  stack.program(container('memoryLimit: "2GiB"'));
  await stack.up();
  stack.program(container('memoryLimit: "2048MiB"'));
  expect((await stack.preview()).changes).toEqual({});
});

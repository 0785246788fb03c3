import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../platform/index.ts";
import { sender } from "../platform/support.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const program = `
const timeouts = { read: 30 };
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

it("what is missing altogether is kept until the user says that it was deleted by hand", async () => {
  await using stack = await openStack();
  stack.program('for (const name of ["a", "b"]) new hosting.Network(name, {});');
  await stack.up();
  const ids = ["a", "b"].map((name) => stack.resource(name).id);
  const send = sender(stack.platform);
  for (const id of ids) await send(`DELETE /api/v1/networks/${id}`);

  const before = stack.state();
  const { errors } = await stack.refresh({ fails: true });
  expect(errors.join()).toContain("and all others of its kind are missing");
  expect(stack.state()).toEqual(before);
  stack.env["HOSTING_DELETED_BY_HAND"] = ids.join(",");
  expect((await stack.refresh()).changes).toEqual({ a: "delete", b: "delete" });
});

describe("an answer that proves nothing removes nothing from the state", () => {
  const html = { contentType: "text/html", body: "<html><body>Sign in</body></html>" };
  const cases: [what: string, fault: Fault, why: string][] = [
    ["an internal error", { status: 500 }, "500"],
    ["the rate limit", { status: 429 }, "the rate limit allows it in"],
    ["an HTML page", { status: 200, ...html }, "the answer (200) is not JSON"],
    [
      "an HTML page with status 404",
      { status: 404, ...html },
      "the platform does not offer it (404)",
    ],
  ];
  let stack: TestStack;

  beforeAll(async () => {
    stack = await openStack();
    stack.program(program);
    await stack.up();
  });
  beforeEach(() => stack.platform.faults.clear());
  afterAll(() => stack[Symbol.asyncDispose]());

  it.each(cases)("%s", async (_what, fault, why) => {
    const before = stack.state();
    stack.platform.faults.add({ method: "GET", ...fault });
    const { errors } = await stack.refresh({ fails: true });
    expect(errors.join("\n")).toContain(why);
    expect(stack.state()).toEqual(before);
  });

  it.each(["[]", "{}", ""])("the answer %j to every read", async (body) => {
    const before = stack.state();
    stack.platform.faults.add({ method: "GET", status: 200, body });
    expect((await stack.refresh()).changes).toEqual({});
    expect(stack.state()).toEqual(before);
  });

  it("a key that the platform does not know", async () => {
    const before = stack.state();
    stack.env["HOSTING_API_KEY"] = "hosting_local_0123456789abcdef0123456789abcdef01234567";
    const { errors } = await stack.refresh({ fails: true });
    expect(errors.join("\n")).toContain("HOSTING_API_KEY");
    expect(stack.state()).toEqual(before);
  });
});

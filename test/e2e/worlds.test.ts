import { join } from "node:path";
import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";

it("a stack does nothing on another platform, unless the user says that both are one", async () => {
  await using stack = await openStack();
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });');
  await stack.up();
  const made = String(stack.resource("data").outputs["__world"]);
  const before = stack.state();
  stack.requests();

  stack.env["HOSTING_EMBEDDED_FILE"] = join(stack.directory, "other.db");
  for (const command of ["preview", "refresh", "destroy"] as const) {
    const { errors } = await stack[command]({ fails: true });
    expect(errors.join("\n")).toMatch(/was made on the embedded platform .* settings point at/);
    expect(errors.join("\n")).toContain(`HOSTING_ACCEPT_WORLD=${made}`);
  }
  expect(stack.state()).toEqual(before);
  expect(stack.requests()).toEqual([]);

  await using served = await servePlatform(stack.platform);
  Object.assign(stack.env, served.env, { HOSTING_ACCEPT_WORLD: made });
  await stack.refresh();
  delete stack.env["HOSTING_ACCEPT_WORLD"];
  const host = served.env["HOSTING_BASE_URL"];
  expect(stack.resource("data").outputs["__world"]).toBe(`api:${host}+${host}#`);
  expect((await stack.up()).changes).toEqual({});
  expect(stack.writes()).toEqual([]);
});

import { join } from "node:path";
import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

it("a stack of one embedded file does nothing on another one, and names both worlds", async () => {
  await using stack = await openStack();
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });');
  await stack.up();
  const made = String(stack.resource("data").outputs["__world"]);
  const before = stack.state();
  stack.requests();

  stack.env["HOSTING_EMBEDDED_FILE"] = join(stack.directory, "other.db");
  for (const operate of [stack.preview, stack.up, stack.refresh, stack.destroy]) {
    const { errors, output } = await operate.call(stack, { fails: true });
    console.log(output);
    const [error = ""] = errors;
    expect(error).toContain(`volume "data" was made on ${made}, but the settings now point at embedded:world_`);
    expect(error).toContain(`set HOSTING_ACCEPT_WORLD=${made} if both are the same platform`);
  }
  expect(stack.state()).toEqual(before);
  expect(stack.requests()).toEqual([]);
});

it("HOSTING_ACCEPT_WORLD takes the objects of one world for those of another, at up and at refresh", async () => {
  await using stack = await openStack();
  stack.program('for (const name of ["a", "b"]) new hosting.FloatingIp(name, { region: "eu-1" });');
  await stack.up();
  const made = String(stack.resource("a").outputs["__world"]);

  // A copy of the platform under another name: the same objects in another world.
  stack.env["HOSTING_ACCEPT_WORLD"] = made;
});

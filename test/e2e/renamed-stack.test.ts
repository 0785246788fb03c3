import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

// `pulumi stack rename` changes no state, and a new stack of the old name has the same URNs.
it("a new stack of the name that another one had takes nothing of that one over", async () => {
  await using stack = await openStack();
  stack.program(`
new hosting.FloatingIp("ip", { region: "eu-1" });
new hosting.Container("job", { image: "debian/13" });`);
  await stack.up();
  const { id } = stack.resource("ip");
  await stack.run("stack", "rename", "staging", "--stack", "dev");
  await stack.run("stack", "init", "dev", "--no-select");
  stack.requests();

  const { errors } = await stack.up({ fails: true });
  expect(errors.join("\n")).toContain(
    `floating IP "ip" was not created: an earlier run made ${id}.`,
  );
  expect(stack.writes()).toEqual([]);
  await stack.destroy();
  expect(stack.writes()).toEqual([]);

  await stack.run("refresh", "--yes", "--skip-preview", "--stack", "staging");
  const after = await stack.up({ fails: true });
  expect(after.errors.join("\n")).toContain("and so does a new stack of an old name");
  expect(stack.writes()).toEqual(["POST /v1/floating-ips"]);
  expect(stack.platform.snapshot()).toMatchObject({ container: [{}], floatingIp: [{}, {}] });
});

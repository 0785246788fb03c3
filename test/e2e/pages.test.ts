import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sender } from "../platform/support.ts";
import { runCli } from "../support/cli.ts";
import { openStack } from "../support/stack.ts";

const program = `
const many = (count, make) => { for (let at = 0; at < count; at += 1) make(String(at)); };
many(250, (at) => new hosting.Container("job-" + at, { image: "debian/13" }));
many(10, (at) => {
  new hosting.Network("net-" + at, {});
  new hosting.Firewall("edge-" + at, { inbound: [], outbound: [] });
});
`;

it("of 250 containers in pages of 50 a refresh sees all by ten requests, and so do names, lookups and an export", async () => {
  await using stack = await openStack();
  stack.platform.configure({ bootSeconds: 0, pageLength: 50 });
  stack.program(program);
  await stack.up();
  stack.requests();
  expect((await stack.refresh()).changes).toEqual({});
  const reads = stack.requests().filter((request) => request.startsWith("GET "));
  expect(reads.filter((read) => read.startsWith("GET /api/v1/instances"))).toHaveLength(5);
  expect(reads.length).toBeLessThanOrEqual(10);

  // Somebody else's, on the last page.
  const foreign = { name: "zz-taken", type: "container", image: "debian/13" };
  await sender(stack.platform)("POST /api/v1/instances", foreign);
  stack.requests();
  stack.program(`${program}
new hosting.Container("late", { name: "zz-taken", image: "debian/13" });
hosting.getContainersOutput().apply(({ containers }) => pulumi.log.info("sees " + containers.length));
`);
  const { errors, messages } = await stack.up({ fails: true });
  expect(errors.join("\n")).toMatch(/container "late".* was not created: zz-taken/);
  expect(messages).toContain("sees 251");
  expect(stack.writes()).toEqual([]);

  const { directory } = stack;
  const exported = await runCli(["export", "--out", "infra"], { directory, env: stack.env });
  expect(exported.code).toBe(0);
  const adopted = readFileSync(join(directory, "infra", "adopted.ts"), "utf8");
  for (const { name } of stack.platform.snapshot().container) {
    expect(adopted).toContain(`"${name}"`);
  }
});

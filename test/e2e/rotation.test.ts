import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sender } from "../platform/support.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/rotation.md"), "utf8");
const [, certificates = ""] = /## A certificate\n(.*)/s.exec(guide) ?? [];
const [program = "", outside = ""] = [...certificates.matchAll(/```ts\n(.*?)```/gs)].map(
  ([, block = ""]) => block,
);
const [, pair = ""] = /```sh\n(.*?)```/s.exec(certificates) ?? [];
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
const [, verify = ""] = /\*\*Verify\*\*.*?```sh\n *pulumi (.*?)\n/s.exec(guide) ?? [];

/** A key of the platform, set in the stack's config. */
async function switchTo(stack: TestStack): Promise<string> {
  const { id, key } = stack.platform.createKey({ scopes: ["*"], level: "Admin" });
  await stack.config("hosting:apiKey", key, { secret: true });
  return id;
}

it("the guide's verification reads with the new key, and leaves it in the state", async () => {
  await using stack = await openStack();
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });');
  const old = await switchTo(stack);
  await stack.up();
  await switchTo(stack);
  stack.requests();
  await stack.run(...verify.split(" "), "--yes", "--skip-preview", "--stack", "dev");
  expect(stack.requests().length).toBeGreaterThan(0);
  await sender(stack.platform)(`DELETE /v1/api-keys/${old}`);
  expect((await stack.refresh()).changes).toEqual({});
  await stack.destroy();
  expect(stack.platform.snapshot().volume).toEqual([]);
});

it.skipIf(!hasOpenssl)(
  "the guide's programs store a pair that openssl made, and take its key out of the state",
  async () => {
    await using stack = await openStack();
    const { directory: cwd, env } = stack;
    writeFileSync(join(cwd, "index.ts"), program);
    const commands = `pulumi stack select dev\n${pair}`;
    // openssl draws its progress.
    execFileSync("bash", ["-ec", commands], { cwd, env, stdio: "pipe" });
    await stack.up();
    expect(stack.platform.snapshot().certificate).toHaveLength(1);
    expect(certificateIn(stack)).toHaveProperty("privateKey");
    stack.requests();
    writeFileSync(join(cwd, "index.ts"), outside);
    expect((await stack.up()).changes).toEqual({ shop: "update" });
    expect(stack.writes()).toEqual([]);
    expect(certificateIn(stack)).not.toHaveProperty("privateKey");
  },
);

/** Its outputs in the state. */
function certificateIn(stack: TestStack) {
  return stack.state().find(({ type }) => type.endsWith(":Certificate"))?.outputs;
}

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/rotation.md"), "utf8");
const [, certificates = ""] = /## A certificate\n(.*)/s.exec(guide) ?? [];
const [, program = ""] = /```ts\n(.*?)```/s.exec(certificates) ?? [];
const [, pair = ""] = /```sh\n(.*?)```/s.exec(certificates) ?? [];
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
const [, verify = ""] = /\*\*Verify\*\*.*?```sh\n *pulumi (.*?)\n/s.exec(guide) ?? [];

/** A key of the platform, set in the stack's config. */
async function switchTo(stack: TestStack): Promise<string> {
  const { id, key } = stack.platform.createKey({ scopes: ["*"], level: "Admin" });
  await stack.config("hosting:apiKey", key, { secret: true });
  return id;
}

async function revoke({ platform }: TestStack, id: string): Promise<void> {
  const request = new Request(`http://platform.test/v1/api-keys/${id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${platform.rootKey}` },
  });
  expect((await platform.fetch(request)).ok).toBe(true);
}

async function rotated(): Promise<{ stack: TestStack; old: string }> {
  const stack = await openStack();
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });');
  const old = await switchTo(stack);
  await stack.up();
  await switchTo(stack);
  stack.requests();
  return { stack, old };
}

it("the guide's verification reads with the new key, and leaves it in the state", async () => {
  const { stack, old } = await rotated();
  await using _ = stack;
  const yes = verify.split(" ");
  await stack.run(...yes, "--yes", "--skip-preview", "--stack", "dev");
  expect(stack.requests().length).toBeGreaterThan(0);
  await revoke(stack, old);
  expect((await stack.refresh()).changes).toEqual({});
  await stack.destroy();
});

it("an up without a change sends nothing; a refresh without the program has the old key until then", async () => {
  const { stack, old } = await rotated();
  await using _ = stack;
  await revoke(stack, old);
  stack.requests();
  const { errors } = await stack.refresh({ fails: true });
  expect(errors.join("\n")).toContain("the API key was refused (401)");
  stack.requests();
  expect((await stack.up()).changes).toEqual({});
  expect(stack.requests()).toEqual([]);
  expect((await stack.refresh()).changes).toEqual({});
  await stack.destroy();
});

it.skipIf(!hasOpenssl)(
  "the guide's program stores a pair by openssl, and another one rotates it",
  async () => {
    await using stack = await openStack();
    const { directory: cwd, env } = stack;
    writeFileSync(join(cwd, "index.ts"), program);
    // openssl draws its progress.
    const type = () =>
      execFileSync("bash", ["-ec", `pulumi stack select dev\n${pair}`], {
        cwd,
        env,
        stdio: "pipe",
      });
    type();
    await stack.up();
    expect(stack.platform.snapshot().certificate).toHaveLength(1);
    const [before] = stack.platform.snapshot().certificate;
    type();
    expect((await stack.up()).changes).toMatchObject({ shop: "replace" });
    const after = stack.platform.snapshot().certificate;
    expect(after).toHaveLength(1);
    expect(after[0]?.["id"]).not.toBe(before?.["id"]);
  },
);

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/rotation.md"), "utf8");
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

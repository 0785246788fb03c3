import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

it("where nothing can be remembered a stack is made and destroyed, with one warning each", async () => {
  await using stack = await openStack();
  const home = join(stack.directory, "other-home");
  const file = join(home, "pulumi-hosting", "intents.db");
  mkdirSync(join(home, "pulumi-hosting"), { recursive: true });
  writeFileSync(file, "this is no database ".repeat(100));
  Object.assign(stack.env, { XDG_STATE_HOME: home, HOME: home });
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });');
  const made = await stack.up();
  expect(stack.platform.snapshot().volume).toHaveLength(1);
  const destroyed = await stack.destroy();
  expect(stack.platform.snapshot().volume).toEqual([]);
  for (const { messages } of [made, destroyed])
    expect(messages.filter((line) => line.includes(file))).toHaveLength(1);
});

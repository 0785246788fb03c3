import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

it("without a place to remember things a stack is made, refreshed, changed and destroyed, with one warning", async () => {
  await using stack = await openStack();
  // A file in the place of the directory cannot be written to by anybody, root included.
  const file = join(stack.directory, "no-directory");
  writeFileSync(file, "");
  Object.assign(stack.env, { XDG_STATE_HOME: file, HOME: file });
  const program = (size: number) =>
    stack.program(`new hosting.Volume("data", { region: "eu-1", sizeGb: ${size} });`);
  program(10);
  const { messages } = await stack.up();
  const warnings = messages.filter((line) => line.includes(join(file, "pulumi-hosting")));
  expect(warnings).toHaveLength(1);
  program(20);
  await stack.up();
  await stack.refresh();
  expect(stack.platform.snapshot().volume).toMatchObject([{ size_gb: 20 }]);
  await stack.destroy();
  expect(stack.platform.snapshot().volume).toEqual([]);
});

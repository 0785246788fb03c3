import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";
import type { Outcome } from "../support/stack-outcome.ts";

it.each([
  // A file in the place of the directory cannot be written to by anybody, root included.
  ["no place to remember things", (home: string) => writeFileSync(home, "")],
  [
    "a file of what to remember that is broken",
    (home: string) => {
      mkdirSync(join(home, "pulumi-hosting"), { recursive: true });
      writeFileSync(join(home, "pulumi-hosting", "intents.db"), "this is no database ".repeat(100));
    },
  ],
])(
  "with %s a stack is made, changed, refreshed and destroyed, with one warning each",
  async (_what, spoil) => {
    await using stack = await openStack();
    const home = join(stack.directory, "other-home");
    spoil(home);
    Object.assign(stack.env, { XDG_STATE_HOME: home, HOME: home });
    const program = (size: number) =>
      stack.program(`new hosting.Volume("data", { region: "eu-1", sizeGb: ${size} });`);
    const file = join(home, "pulumi-hosting", "intents.db");
    const warnings = ({ messages }: Outcome) => messages.filter((line) => line.includes(file));
    const once = [expect.stringContaining(`${file} cannot be used`)];
    program(10);
    const made = warnings(await stack.up());
    program(20);
    const changed = warnings(await stack.up());
    const refreshed = warnings(await stack.refresh());
    expect(stack.platform.snapshot().volume).toMatchObject([{ size_gb: 20 }]);
    const destroyed = warnings(await stack.destroy());
    expect(stack.platform.snapshot().volume).toEqual([]);
    const all = { made, changed, refreshed, destroyed };
    expect(all).toEqual({ made: once, changed: once, refreshed: once, destroyed: once });
  },
);

import { join } from "node:path";
import { expect } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { run } from "./package.ts";

/** Every export of the package, as programs name it. */
const entries = ["", "components", "costs", "platform", "policies", "runtime", "testing"].map(
  (name) => join("pulumi-hosting", name),
);

/** The line that an older Node gets. */
export function refusalOf(version: string): string {
  const oldest = manifest.engines.node.replace(">=", "");
  return `pulumi-hosting needs Node ${oldest} or newer, and this is ${version}. Install a newer Node and run the command again.`;
}

/** Expects the one line from each export, imported and required, of a Node that is too old. */
export async function expectRefusal(
  directory: string,
  { node, version }: { node: readonly [string, ...string[]]; version: string },
): Promise<void> {
  // One after the other, in a process: Node gets confused by a module that fails for two at a time.
  const program = `(async () => {
    const said = [];
    for (const entry of ${JSON.stringify(entries)}) {
      await import(entry).catch((error) => said.push(error.message));
      try { require(entry); } catch (error) { said.push(error.message); }
    }
    console.log(JSON.stringify(said));
  })()`;
  const [binary, ...args] = node;
  const said: unknown = JSON.parse(await run(directory, [binary, ...args, "-e", program]));
  expect(said).toEqual(Array.from({ length: 2 * entries.length }, () => refusalOf(version)));
}

import { join } from "node:path";
import { expect } from "vitest";
import { run } from "./package.ts";

/** Every entry of the package, as programs name it. */
export const entries = [
  "",
  "components",
  "costs",
  "platform",
  "policies",
  "runtime",
  "testing",
].map((name) => join("pulumi-hosting", name));

/** Expects the one line from each entry, imported and required, of a Node that is too old. */
export async function expectRefusal(
  directory: string,
  { node, version }: { node: readonly [string, ...string[]]; version: string },
): Promise<void> {
  const ways = entries.flatMap((entry) => [
    `import("${entry}")`,
    `(async () => require("${entry}"))()`,
  ]);
  const program = `Promise.allSettled([${ways}]).then((all) => console.log(JSON.stringify(all.map((one) => String(one.reason?.message)))))`;
  const [binary, ...args] = node;
  const messages: unknown = JSON.parse(await run(directory, [binary, ...args, "-e", program]));
  const line = `pulumi-hosting needs Node 24.15 or newer, and this is ${version}. Install a newer Node and run the command again.`;
  expect(messages).toEqual(ways.map(() => line));
}

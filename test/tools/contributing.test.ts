import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");

/** Code shown in the guide, with the file that the text before it names last. */
const shown = [
  ...guide.matchAll(/\*\*`([\w/-]+\.ts)`\*\*(?:(?!\*\*`)[\s\S])*?```ts\n([\s\S]*?)```/g),
].map(([, file = "", code = ""]) => ({ file, code }));

test("the guide's example shows two files", () => {
  expect(shown.map(({ file }) => file)).toEqual([
    "contract/kinds/alert-rule.ts",
    "resources/monitoring/alert-rule.ts",
  ]);
});

test.each(shown)("what the guide shows of $file is in it, line by line", ({ file, code }) => {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  let from = 0;
  for (const line of code.split("\n").map((text) => text.trim())) {
    if (line === "" || line === "// …") continue;
    const at = lines.findIndex((text, index) => index >= from && text.trim() === line);
    expect(at, `"${line}" stands there after what comes before it`).toBeGreaterThanOrEqual(0);
    from = at + 1;
  }
});

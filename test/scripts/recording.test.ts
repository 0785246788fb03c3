import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const recording = readFileSync(join(root, "docs/images/release.svg"), "utf8");

/** `npm run recording` records it anew. */
it("the recording shows the README's program, and a release that loses no request", () => {
  const [, program = ""] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const lines = program.split("\n").filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(7);
  expect(lines.filter((line) => !recording.includes(`>${line.trim()}<`))).toEqual([]);
  expect(recording).toMatch(/>(\d+) requests: \1 answered 200[^<]*\^C</);
});

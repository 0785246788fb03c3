import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

/** The text below a heading. */
function section(heading: string): string {
  return page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
}

test("one create is told in ten lines, which name files that are there", () => {
  const lines = section("One create").match(/^\d+\. .*$/gm) ?? [];
  const named = [...lines.join("\n").matchAll(/`([\w-]+\/[\w/.-]*)`/g)].map(
    ([, path = ""]) => path,
  );
  const rooms = ["", "provider", "provider/lifecycle"];
  const missing = named.filter((path) => !rooms.some((room) => existsSync(join(root, room, path))));
  expect(lines).toHaveLength(10);
  expect(named.length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

test("the glossary has at most 25 words, each once", () => {
  const rows = section("Words").matchAll(/^\| (?!word|-)([^|]+) \|/gm);
  const words = [...rows].map(([, word]) => word);
  expect(words.length).toBeGreaterThan(0);
  expect(words.length).toBeLessThanOrEqual(25);
  expect(new Set(words).size).toBe(words.length);
});

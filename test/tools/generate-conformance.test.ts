import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conformancePage } from "../../tools/generate/conformance.ts";
import { clauses } from "../platform/clauses/all.ts";

const page = conformancePage();
const rows = page.split("\n").filter((line) => line.startsWith("| spec "));

test("the page of conformance has each clause with its status and its file", () => {
  expect(rows).toHaveLength(clauses.length);
  for (const { spec, words } of clauses) {
    expect(rows.some((row) => row.startsWith(`| spec ${spec} | \`${words}\` | `))).toBe(true);
  }
  for (const row of rows) {
    const [, status = ""] = / \| (tested in|outside:|not shown:) [^|]+ \|$/.exec(row) ?? [];
    expect(["tested in", "outside:", "not shown:"]).toContain(status);
    const [, file] = / \| tested in `([^`]+)` \|$/.exec(row) ?? [];
    if (file !== undefined)
      expect(existsSync(join(import.meta.dirname, "../platform/clauses", file))).toBe(true);
  }
});

test("its counts add up", () => {
  const counts = [...page.matchAll(/^\| (\*\*all\*\*|\d \S.*?) \| ([\d |]+) \|$/gm)].map(
    ([, , numbers = ""]) => numbers.split(" | ").map(Number),
  );
  const sections = counts.slice(0, -1);
  const all = counts.at(-1) ?? [];
  expect(sections).toHaveLength(8);
  expect(all).toEqual(all.map((_, at) => sections.reduce((sum, of) => sum + (of[at] ?? 0), 0)));
  const [whole = 0, ...statuses] = all;
  expect(whole).toBe(clauses.length);
  expect(statuses.reduce((sum, count) => sum + count, 0)).toBe(whole);
});

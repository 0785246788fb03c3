import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cases } from "./cases.ts";

const root = join(import.meta.dirname, "../..");
const index = new Set(["test/faults/cases.ts", "test/faults/cases.test.ts"]);
const sources = globSync("test/**/*.ts", { cwd: root })
  .filter((file) => !index.has(file))
  .map((file) => readFileSync(join(root, file), "utf8"));

/** True when a text of a test holds the id as a word. */
function isTried(id: string): boolean {
  const text = new RegExp(`["'\`](?:[^"'\`\\n]*\\s)?${id}\\b`);
  return sources.some((source) => text.test(source));
}

describe("every named fault case is tried, or it is said why not", () => {
  test.each(cases)("$id $name", (row) => {
    const { id, by, because } = row;
    if (by !== undefined) {
      expect(readFileSync(join(root, by.file), "utf8")).toContain(`"${by.title}"`);
    } else {
      expect(isTried(id) || because !== undefined).toBe(true);
    }
  });

  test("and no case is missing in the list", () => {
    const counts = { R: 18, T: 10, A: 19, C: 15, P: 8, S: 10 };
    const ids = Object.entries(counts).flatMap(([group, count]) =>
      Array.from({ length: count }, (_, at) => `${group}${String(at + 1).padStart(2, "0")}`),
    );
    expect(cases.map(({ id }) => id)).toEqual(ids);
  });
});

import { describe, expect, test } from "vitest";
import { chosen, groups } from "../../tools/mutate/groups.ts";
import { countOf, type Mutant, reportOf, scoreOf } from "../../tools/mutate/report.ts";

const source = "const a = 1;\nif (a > 0) {\n  go();\n}\n";

function mutant(status: string, replacement = "false", fileName = "one.ts"): Mutant {
  const location = { start: { line: 2, column: 5 }, end: { line: 2, column: 10 } };
  return { fileName, location, replacement, status };
}

describe("the report", () => {
  test("says a score for each file and for all, and which mutants survived", () => {
    const block = { start: { line: 2, column: 12 }, end: { line: 4, column: 2 } };
    const mutants = [
      { ...mutant("NoCoverage", "{\n}", "two.ts"), location: block },
      mutant("Killed"),
      mutant("Survived", "a >= 0"),
      mutant("Timeout"),
    ];
    expect(reportOf("all", mutants, () => source)).toBe(
      [
        " 66.6 %     2 killed     1 survived  one.ts",
        "  0.0 %     0 killed     1 survived  two.ts",
        " 50.0 %     2 killed     2 survived  all",
        "one.ts:2:5  a > 0 -> a >= 0",
        "two.ts:2:12  { … -> { } (no test reaches it)",
      ].join("\n"),
    );
  });

  test("rounds a score down, and counts neither what is ignored nor what could not run", () => {
    expect(scoreOf({ killed: 8999, survived: 1001 })).toBe(89.9);
    expect(scoreOf({ killed: 0, survived: 0 })).toBe(100);
    expect(countOf([mutant("Ignored"), mutant("RuntimeError"), mutant("Killed")])).toEqual({
      killed: 1,
      survived: 0,
    });
  });
});

describe("what is mutated", () => {
  test("is all, or the groups and files that are named", () => {
    expect(chosen([])).toEqual(groups);
    const [group, files, ...rest] = chosen(["provider/clock.ts", "limiter", "provider/log.ts"]);
    expect(group?.name).toBe("limiter");
    expect(files?.mutate).toEqual(["provider/clock.ts", "provider/log.ts"]);
    expect(rest).toEqual([]);
    expect(files?.tests).toContain("test/provider");
    const lines = chosen(["policies/view.ts:3-9"]);
    expect(lines.map(({ tests }) => tests)).toEqual([["test/policies"]]);
    expect(chosen(["scrubber"]).map(({ name }) => name)).toEqual(["scrubber"]);
  });
});

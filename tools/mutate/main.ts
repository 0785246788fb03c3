/** `npm run mutate`: changes the code in small ways, and looks whether a test fails. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { root } from "../steps.ts";
import { chosen, type Group, groups } from "./groups.ts";
import { countOf, type Mutant, reportOf, scoreOf } from "./report.ts";

/** In percent; what survives all the same is explained in docs/decisions/0060-mutation-testing.md. */
const leastScore = 90;

const help = `Changes the code in small ways and runs the tests that reach each change: one that none notices survives.

  npm run mutate                        ${groups.map(({ name }) => name).join(", ")}
  npm run mutate -- outcomes limiter    these groups
  npm run mutate -- provider/clock.ts   these files, patterns, or lines (rate.ts:10-20)
  npm run mutate -- --workers 2         two processes at a time; 1 unless given

Fails when less than ${leastScore} % of a group are killed.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { workers: { type: "string", default: "1" }, help: { type: "boolean" } },
});

if (values.help) console.log(help);
else for (const group of chosen(positionals)) await report(group);

async function report(group: Group): Promise<void> {
  const mutants = await mutantsOf(group);
  console.log(reportOf(group.name, mutants, (file) => readFileSync(join(root, file), "utf8")));
  if (scoreOf(countOf(mutants)) < leastScore) process.exitCode = 1;
}

async function mutantsOf({ mutate, tests }: Group): Promise<readonly Mutant[]> {
  process.chdir(root);
  // Read by test/mutation.config.ts alone.
  process.env["MUTATION_TESTS"] = tests.join(" ");
  // Outside of the repository, whose linter and tests would find the copy.
  const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-mutate-"));
  try {
    const results = await new Stryker({
      mutate: [...mutate],
      // A word of a union would not compile, and what errors say has tests of its own.
      mutator: { excludedMutations: ["StringLiteral"] },
      testRunner: "vitest",
      plugins: ["@stryker-mutator/vitest-runner"],
      vitest: { configFile: "test/mutation.config.ts", related: false },
      coverageAnalysis: "perTest",
      concurrency: Number(values.workers),
      reporters: ["progress-append-only"],
      // Nothing checks them here, and a test compares a file with what the guide shows of it.
      disableTypeChecks: false,
      ignorePatterns: ["dist"],
      tempDirName: directory,
    }).runMutationTest();
    return results.map((one) => ({ ...one, fileName: relative(root, one.fileName) }));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

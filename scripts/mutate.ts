/** Changes the code in small ways, and looks whether a test fails. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { type Group, groups } from "./mutation-groups.ts";
import { root } from "./root.ts";

/** In percent; survivors are explained in docs/decisions/0022-mutation-testing.md. */
const leastScore = 90;

const help = `Changes the code in small ways and runs the tests that reach each change: one that none notices survives.

  npx node scripts/mutate.ts                        ${Object.keys(groups).join(", ")}
  npx node scripts/mutate.ts outcomes limiter       these groups
  npx node scripts/mutate.ts provider/clock.ts      these files, patterns, or lines (rate.ts:10-20)
  npx node scripts/mutate.ts --workers 2            two processes at a time; 1 unless given

Fails when less than ${leastScore} % of a group are killed.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { workers: { type: "string", default: "1" }, help: { type: "boolean" } },
});

if (values.help) console.log(help);
else for (const group of chosen(positionals)) await mutate(group);

/** The groups of these names; every other name is a file, with the tests of its group or all that might notice. */
function chosen(names: readonly string[]): readonly Group[] {
  if (names.length === 0) return Object.values(groups);
  const everything = ["test/provider", "test/policies", "test/resources"];
  return names.map((name) => {
    const file = name.replace(/:[\d-]+$/, "");
    const group = Object.values(groups).find(({ mutate }) =>
      mutate.some((pattern) => matchesGlob(file, pattern)),
    );
    return groups[name] ?? { mutate: [name], tests: group?.tests ?? everything };
  });
}

async function mutate({ mutate, tests }: Group): Promise<void> {
  process.chdir(root);
  // Read by test/mutation.config.ts alone.
  process.env["MUTATION_TESTS"] = tests.join(" ");
  // Outside of the repository, whose linter and tests would find the copy.
  const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-mutate-"));
  try {
    await new Stryker({
      mutate: [...mutate],
      // A word of a union would not compile, and error messages have separate tests.
      mutator: { excludedMutations: ["StringLiteral"] },
      testRunner: "vitest",
      plugins: ["@stryker-mutator/vitest-runner"],
      vitest: { configFile: "test/mutation.config.ts", related: false },
      coverageAnalysis: "perTest",
      concurrency: Number(values.workers),
      reporters: ["progress-append-only", "clear-text"],
      clearTextReporter: { logTests: false, reportTests: false, skipFull: true },
      thresholds: { high: 100, low: leastScore, break: leastScore },
      // Nothing checks them here.
      disableTypeChecks: false,
      ignorePatterns: ["dist"],
      tempDirName: directory,
    }).runMutationTest();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

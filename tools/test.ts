import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installed, runStep, runSteps } from "./steps.ts";

const help = `Runs all tests: Go, unit, platform, browser, simulation, strangers, and the real Pulumi CLI (built the first time).

  npm test                          everything
  npm test -- --project unit        one project: unit, platform, browser, simulation, stranger or e2e
  npm test -- test/e2e/volume.test.ts
  npm run test:matrix               kinds of projects with old and new SDKs, compilers, installers, Nodes and Bun,
                                    and stacks on a dozen variants of a platform that others wrote`;

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    project: { type: "string", multiple: true },
    config: { type: "string", default: "test/vitest.config.ts" },
    coverage: { type: "boolean", default: false },
    help: { type: "boolean" },
  },
});

if (values.help) console.log(help);
else runAll();

function runAll(): void {
  const isWhole = positionals.length === 0 && values.project === undefined;
  const node = process.execPath;
  runSteps([
    ...(isWhole
      ? [
          {
            what: "Go tests",
            command: ["go", "test", "./..."],
            directory: "tools/pulumi-cli",
          } as const,
        ]
      : []),
    { what: "build", command: [node, "tools/build.ts"] },
  ]);
  // Read by tools/pack.ts, which would build it again.
  process.env["PACKAGE_IS_BUILT"] = "true";
  process.exitCode = runVitest();
}

/** Runs Vitest and ends with one plain line of counts. */
function runVitest(): number {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-test-"));
  const file = join(directory, "report.json");
  const projects = (values.project ?? []).flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const coverage = values.coverage ? ["--coverage"] : [];
  const options = ["--config", values.config, ...reporters, ...coverage, ...projects];
  const command = ["run", ...options, ...positionals];
  const code = runStep({ what: "tests", command: [installed("vitest"), ...command] });
  const report: Report = JSON.parse(readFileSync(file, "utf8"));
  rmSync(directory, { recursive: true });
  console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`);
  return code;
}

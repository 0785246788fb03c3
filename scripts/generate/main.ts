import { join } from "node:path";
import { generate, type Outcome } from "./generate.ts";
import { SourceProblem } from "./source-problem.ts";

const help = `Writes the files that follow from others: from the resource definitions the registry, the index,
the README's picture and docs/reference; from the policies the pack's list of rules and manifest;
from platform/page/browser the script of the page; the lists of kinds, clauses and decisions.

  npm run generate             write them
  npm run generate -- --check  write nothing; fail when one is stale`;

const root = join(import.meta.dirname, "../..");
const onlyCheck = process.argv.includes("--check");

if (process.argv.includes("--help")) console.log(help);
else await run();

async function run(): Promise<void> {
  const { stale, problems } = await generate(root, { write: !onlyCheck }).catch(reported);
  if (onlyCheck && stale.length > 0) {
    console.error(`Stale: ${stale.join(", ")}. Run \`npm run generate\` and commit the result.`);
  }
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 || (onlyCheck && stale.length > 0)) process.exitCode = 1;
}

function reported(error: unknown): Outcome {
  if (!(error instanceof SourceProblem)) throw error;
  return { stale: [], problems: [error.message] };
}

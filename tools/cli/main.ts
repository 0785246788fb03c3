import { parseArgs } from "node:util";
import { ensurePulumi } from "./ensure.ts";
import { hasCode, Problem } from "./problem.ts";

const usage = `Usage: node tools/cli/main.ts [--json]

Prints the directory of a Pulumi CLI for this repository, to be put on PATH:
the one on PATH if it is new enough, else one from the cache, else one that is
built with Go or downloaded. The first build takes some minutes.

  --json   print directory, pulumi, version and source as JSON
  --help   print this text

PULUMI_HOSTING_CACHE_DIR names another directory for the cache.
`;

const misuse = ["ERR_PARSE_ARGS_UNKNOWN_OPTION", "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL"];

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return;
  }
  const cli = await ensurePulumi();
  process.stdout.write(`${values.json === true ? JSON.stringify(cli) : cli.directory}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (!(error instanceof Error)) return String(error);
  return hasCode(error, ...misuse)
    ? `${error.message}\n\n${usage}`
    : (error.stack ?? error.message);
}

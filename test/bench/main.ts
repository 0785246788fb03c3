import { parseArgs } from "node:util";
import { callsOfMany } from "./calls.bench.ts";
import { listOf, runBenches } from "./command.ts";
import { coordination } from "./coordination.bench.ts";
import type { Bench } from "./figures.ts";
import { limiterBound } from "./limiter.bench.ts";
import { besideHono } from "./platform/beside-hono.bench.ts";
import { creates } from "./platform/creates.bench.ts";
import { firstAnswer } from "./platform/first-answer.bench.ts";
import { pluginBesideDynamic } from "./plugin.bench.ts";
import { providerStart } from "./provider-start.bench.ts";
import { upOfMany } from "./up.bench.ts";

const benches: readonly Bench[] = [
  ...[callsOfMany, limiterBound, providerStart, pluginBesideDynamic, upOfMany],
  ...[firstAnswer, besideHono, creates, coordination],
];

const help = `Measures the claims about speed and size, with the package as dist/ has it. Both sides of a comparison run in
turn, for several rounds; a figure is their median. The bound of a time is for the best round, because other
work on the machine only adds to it.

  npm run bench                  all of them
  npm run bench -- up limiter    some of them
  npm run bench -- --json        the figures as JSON

${listOf(benches)}

A missed bound does not fail the run.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, help: { type: "boolean" } },
});

if (values.help) console.log(help);
else await runBenches({ benches, names: positionals, json: values.json, help });

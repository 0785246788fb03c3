/** `npm run bench:platform`: what is promised of the embedded platform's speed and size. */
import { parseArgs } from "node:util";
import { listOf, runBenches } from "../command.ts";
import type { Bench } from "../figures.ts";
import { besideHono } from "./beside-hono.bench.ts";
import { creates } from "./creates.bench.ts";
import { firstAnswer } from "./first-answer.bench.ts";
import { memory } from "./memory.bench.ts";
import { states } from "./states.bench.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    requests: { type: "string", default: "100000" },
    help: { type: "boolean" },
  },
});

const benches: readonly Bench[] = [
  besideHono,
  firstAnswer,
  creates,
  states,
  memory(Number(values.requests)),
];

const help = `Measures what is promised of the embedded platform, with the package as dist/ holds it (npm run
build) where it is served, and as its sources have it elsewhere. Both sides of a comparison run in turn, for several rounds;
a figure is their median.

  npm run bench:platform                           all of them
  npm run bench:platform -- hono creates           some of them
  npm run bench:platform -- memory --requests 20000
  npm run bench:platform -- --json                 the figures as JSON

${listOf(benches)}

A missed bound does not fail the run.`;

if (values.help) console.log(help);
else await runBenches({ benches, names: positionals, json: values.json, help });

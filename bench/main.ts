import { parseArgs } from "node:util";
import { callsOfMany } from "./calls.bench.ts";
import { listOf, runBenches } from "./command.ts";
import type { Bench } from "./figures.ts";
import { commandHelp } from "./help.bench.ts";
import { callsOfPeers } from "./peers.bench.ts";
import { platformStart } from "./platform-start.bench.ts";
import { policyPackOnPreview } from "./policies.bench.ts";
import { providerStart } from "./provider-start.bench.ts";
import { providerTextSize } from "./provider-text.bench.ts";
import { requestsPerSecond } from "./requests.bench.ts";
import { sizeOfStacks } from "./state.bench.ts";
import { upOfMany } from "./up.bench.ts";

const benches: readonly Bench[] = [
  providerTextSize,
  callsOfMany,
  callsOfPeers,
  providerStart,
  platformStart,
  commandHelp,
  requestsPerSecond,
  upOfMany,
  sizeOfStacks,
  policyPackOnPreview,
];

const help = `Measures what the claims about speed and size rest on, with the package as dist/ holds it
(npm run build). Both sides of a comparison run in turn, for several rounds; a figure is their
median. The bound of a time is for the best round, because other work on the machine only adds to it.

  npm run bench                    all of them
  npm run bench -- up requests     some of them
  npm run bench -- --json          the figures as JSON

${listOf(benches)}

A missed bound does not fail the run.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, help: { type: "boolean" } },
});

if (values.help) console.log(help);
else await runBenches({ benches, names: positionals, json: values.json, help });

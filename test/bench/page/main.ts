/** `npm run bench:page`: how soon the embedded platform's page shows a large world, and how it scrolls. */
import { parseArgs } from "node:util";
import { listOf, runBenches } from "../command.ts";
import { largeWorld } from "./large-world.bench.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, help: { type: "boolean" } },
});

const benches = [largeWorld];

const help = `Measures the page of the embedded platform in the Chromium that is installed (or CHROMIUM_PATH).

  npm run bench:page               all of it
  npm run bench:page -- --json     the figures as JSON

${listOf(benches)}

A missed bound does not fail the run.`;

if (values.help) console.log(help);
else await runBenches({ benches, names: positionals, json: values.json, help });

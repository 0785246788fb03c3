import { parseArgs } from "node:util";
import { callsOfMany } from "./calls.bench.ts";
import { type Bench, type Figure, held, tableOf, verdictOf } from "./figures.ts";
import { callsOfPeers } from "./peers.bench.ts";
import { platformStart } from "./platform-start.bench.ts";
import { policyPackOnPreview } from "./policies.bench.ts";
import { providerStart } from "./provider-start.bench.ts";
import { providerTextSize } from "./provider-text.bench.ts";
import { requestsPerSecond } from "./requests.bench.ts";
import { upOfMany } from "./up.bench.ts";

const benches: readonly Bench[] = [
  providerTextSize,
  callsOfMany,
  callsOfPeers,
  providerStart,
  platformStart,
  requestsPerSecond,
  upOfMany,
  policyPackOnPreview,
];

const help = `Measures what the claims about speed and size rest on, with the package as dist/ holds it
(npm run build). Both sides of a comparison run in turn, for several rounds; a figure is their
median. The bound of a time is for the best round, because other work on the machine only adds to it.

  npm run bench                    all of them
  npm run bench -- up requests     some of them
  npm run bench -- --json          the figures as JSON

${benches.map(({ name, title }) => `  ${name.padEnd(15)}  ${title}`).join("\n")}

A missed bound does not fail the run.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, help: { type: "boolean" } },
});
const unknown = positionals.find((name) => benches.every((bench) => bench.name !== name));

if (values.help) {
  console.log(help);
} else if (unknown !== undefined) {
  console.error(`Nothing was measured: there is no benchmark "${unknown}".\n\n${help}`);
  process.exitCode = 1;
} else {
  const chosen = benches.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  await (values.json ? printJson(chosen) : printTables(chosen));
}

async function printTables(chosen: readonly Bench[]): Promise<void> {
  const all: Figure[] = [];
  for (const bench of chosen) {
    console.log(`${bench.name}: ${bench.title}`);
    const figures = await bench.run();
    console.log(`${tableOf(figures)}\n`);
    all.push(...figures);
  }
  console.log(verdictOf(all));
}

async function printJson(chosen: readonly Bench[]): Promise<void> {
  const reports = [];
  for (const bench of chosen) {
    const figures = (await bench.run()).map((figure) => ({ ...figure, held: held(figure) }));
    reports.push({ name: bench.name, title: bench.title, figures });
  }
  const verdict = verdictOf(reports.flatMap(({ figures }) => figures));
  console.log(JSON.stringify({ benches: reports, verdict }, null, 2));
}

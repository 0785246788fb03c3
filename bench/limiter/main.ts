import { parseArgs } from "node:util";
import { measureMachines, tableOfMachines } from "./machines.ts";
import { loads, measureAll, tableOf } from "./report.ts";

const help = `How long 60, 120 and 300 calls take that all want to leave at once, on seven kinds of limits of 60 per
minute, and how often they are refused: our limiter and what other clients do by default. The servers
send no rate headers. Virtual time, round trips of 80 to 250 ms, medians of eleven seeds. The bound is
that of a client which sees into the server, has no latency and keeps to 60 in any minute.

  npm run bench:limiter              tables
  npm run bench:limiter -- --json    the figures as JSON
  npm run bench:limiter -- --machines
                                     how machines that see nothing of each other share one key: 120 calls each,
                                     seconds, refusals, and what each had carried out in the first two minutes

Fails when a promise does not hold.`;

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    machines: { type: "boolean" },
    help: { type: "boolean" },
  },
});

if (values.help) console.log(help);
else if (values.machines) await showMachines();
else await showAll();

async function showMachines(): Promise<void> {
  const results = await measureMachines();
  console.log(values.json ? JSON.stringify(results, null, 2) : tableOfMachines(results));
  if (results.some(({ held }) => !held)) process.exitCode = 1;
}

async function showAll(): Promise<void> {
  const results = await measureAll();
  const promises = results.flatMap(({ calls, promises: made }) =>
    made.map(({ what, held }) => ({ what: `${calls} calls, ${what}`, held })),
  );
  const missed = promises.filter(({ held }) => !held);
  const verdict = `${promises.length - missed.length} of ${promises.length} promises held`;
  if (values.json) console.log(JSON.stringify({ results, verdict }, null, 2));
  else {
    for (const calls of loads) {
      console.log(`${calls} calls\n${tableOf(results.filter((each) => each.calls === calls))}\n`);
    }
    for (const { what } of missed) console.log(`missed: ${what}`);
    console.log(verdict);
  }
  if (missed.length > 0) process.exitCode = 1;
}

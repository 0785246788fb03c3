import { parseArgs } from "node:util";
import { measureAll, settings, tableOf } from "./report.ts";

const help = `How long calls take that all want to leave at once, on seven kinds of limits of 60 per minute, and how often
they are refused: 60, 120 and 300 calls of one machine; 120 of each of two and three machines that see nothing
of each other, with the key's limit divided and not. The servers send no headers. Virtual time, round trips of
80 to 250 ms, medians of eleven seeds. The bound is that of a client which sees into the server, has no latency
and keeps to 60 in any minute.

  npm run bench:limiter              tables
  npm run bench:limiter -- --json    the figures as JSON

Fails when a promise does not hold.`;

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, help: { type: "boolean" } },
});

if (values.help) console.log(help);
else {
  const results = await measureAll();
  if (values.json) console.log(JSON.stringify(results, null, 2));
  else {
    for (const { calls, machines, requestsPerMinute } of settings) {
      const same = results.filter(
        (each) =>
          each.calls === calls &&
          each.machines === machines &&
          each.requestsPerMinute === requestsPerMinute,
      );
      const of =
        machines === 1
          ? ""
          : ` of each of ${machines} machines, ${requestsPerMinute ?? 60} a minute each`;
      console.log(`${calls} calls${of}\n${tableOf(same)}\n`);
    }
  }
  for (const { shape, calls, machines, missed } of results) {
    for (const what of missed)
      console.error(`missed: ${shape}, ${machines} x ${calls} calls: ${what}`);
  }
  if (results.some(({ missed }) => missed.length > 0)) process.exitCode = 1;
}

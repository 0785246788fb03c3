import { availableParallelism } from "node:os";
import { costInWindows, costOf, type Load } from "./calls.ts";
import type { Bench, Figure } from "./figures.ts";

/** The counted operation, the number of containers, and the most requests it may take. */
const cases = [
  ["up", 1, undefined],
  ["up", 30, undefined],
  ["up", 50, 75],
  // The second is asked for once, because lists are often cut at a hundred.
  ["refresh", 100, 2],
  ["destroy", 30, 75],
] as const;

/** A refresh of so many containers, whose list comes in pages of so many: a request for each page. */
const paged = [
  [60, 25],
  [60, 50],
  [250, 25],
  [250, 50],
] as const;

/** The engine's own choice is four for each core. */
const parallels = [...new Set([4, 16, 4 * availableParallelism()])];
const mostRequests = 75;

export const callsOfMany: Bench = {
  name: "calls",
  title:
    "Requests for many containers, in virtual time: this package within 60 a minute, and a client without a limit that asks for each one every 2 s",
  async run() {
    const figures: Figure[] = [];
    for (const [counted, count, bound] of cases) {
      const what = `${counted} of ${count}`;
      const ours = await costOf(counted, "ours", { count });
      const alone = await costOf(counted, "alone", { count });
      figures.push(
        { what: `${what}: requests`, value: ours.requests, unit: "requests", ...limit(bound) },
        { what: `${what}: requests of that client`, value: alone.requests, unit: "requests" },
        { what: `${what}: virtual time`, value: ours.seconds, unit: "s" },
      );
    }
    for (const [count, pageLength] of paged) {
      const { requests } = await costOf("refresh", "ours", { count, pageLength });
      const what = `refresh of ${count} in pages of ${pageLength}: requests`;
      figures.push({
        what,
        value: requests,
        unit: "requests",
        bound: Math.ceil(count / pageLength),
      });
    }
    for (const load of loadsOfFifty()) figures.push(...(await figuresOf(load)));
    return figures;
  },
};

function loadsOfFifty(): readonly Load[] {
  return parallels.flatMap((parallel) =>
    (["own", "generated"] as const).flatMap((names) =>
      (["in lists", "not in lists"] as const).map((addresses) => ({
        count: 50,
        parallel,
        names,
        addresses,
      })),
    ),
  );
}

async function figuresOf(load: Load): Promise<readonly Figure[]> {
  const what = `up of ${load.count}, ${load.parallel} at a time, ${load.names} names, addresses ${load.addresses}`;
  const { requests, windows, seconds } = await costInWindows("up", load);
  return [
    { what: `${what}: requests`, value: requests, unit: "requests", bound: mostRequests },
    { what: `${what}: windows`, value: windows, unit: "windows", bound: 1 },
    { what: `${what}: virtual time`, value: seconds, unit: "s" },
  ];
}

function limit(bound: number | undefined) {
  return bound === undefined ? {} : { bound };
}

import { costOf } from "./calls.ts";
import type { Bench, Figure } from "./figures.ts";

/** What is counted, of how many containers, and the most requests it may take. */
const cases = [
  ["up", 1, undefined],
  ["up", 30, undefined],
  ["up", 50, 75],
  ["refresh", 100, 1],
  ["destroy", 30, 75],
] as const;

export const callsOfMany: Bench = {
  name: "calls",
  title:
    "Requests for many containers, in virtual time: this package within 60 a minute, and a client without a limit that asks for each one every 2 s",
  async run() {
    const figures: Figure[] = [];
    for (const [counted, count, bound] of cases) {
      const what = `${counted} of ${count}`;
      const ours = await costOf(counted, "ours", count);
      const alone = await costOf(counted, "alone", count);
      figures.push(
        { what: `${what}: requests`, value: ours.requests, unit: "requests", ...limit(bound) },
        { what: `${what}: requests of that client`, value: alone.requests, unit: "requests" },
        { what: `${what}: virtual time`, value: ours.seconds, unit: "s" },
      );
    }
    return figures;
  },
};

function limit(bound: number | undefined) {
  return bound === undefined ? {} : { bound };
}

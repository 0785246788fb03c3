import { oursWith } from "./policies.ts";
import { type Run, simulate } from "./simulate.ts";
import { type Shape, shapes } from "./windows.ts";

/** What machines with one key got of its 60 requests a minute; medians of several seeds. */
export interface Shared {
  readonly shape: string;
  readonly machines: number;
  /** HOSTING_REQUESTS_PER_MINUTE of each; undefined where it is not set. */
  readonly requestsPerMinute: number | undefined;
  /** To the last answer. */
  readonly seconds: number;
  /** Answers 429. */
  readonly refused: number;
  /** Requests that each had carried out in the first two minutes, most first. */
  readonly carriedOut: readonly number[];
  /** The limit divided, nobody is refused who could know it, and all have the same. */
  readonly held: boolean;
}

type Division = Pick<Shared, "machines" | "requestsPerMinute">;

/** Calls of each machine, all at once. */
const calls = 120;
const seeds = Array.from({ length: 11 }, (_, index) => index + 1);
const divisions: readonly Division[] = [2, 3].flatMap((machines) => [
  { machines, requestsPerMinute: undefined },
  { machines, requestsPerMinute: 60 / machines },
]);

/** Two and three machines on one key, with and without a part of its limit for each. */
export async function measureMachines(measured = shapes): Promise<readonly Shared[]> {
  const results: Shared[] = [];
  for (const division of divisions) {
    for (const shape of measured) results.push(await measure(shape, division));
  }
  return results;
}

/** Aligned columns: seconds, refusals, and what each machine had in two minutes. */
export function tableOfMachines(results: readonly Shared[]): string {
  const rows = results.map(({ shape, machines, requestsPerMinute, ...figures }) => [
    `${machines} machines, ${requestsPerMinute ?? "60, undivided"}${requestsPerMinute ? " each" : ""}`,
    shape,
    figures.seconds.toFixed(1),
    `${figures.refused} refused`,
    figures.carriedOut.join(" + "),
  ]);
  const widths = [26, 16, 7, 12, 0];
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `  ${line.trimEnd()}`)
    .join("\n");
}

async function measure(shape: Shape, division: Division): Promise<Shared> {
  const { machines, requestsPerMinute } = division;
  const policy = oursWith({ requestsPerMinute });
  const runs: Run[] = [];
  for (const seed of seeds) runs.push(await simulate(policy, { shape, calls, machines, seed }));
  const shares = runs.map((run) => sharesOf(run, machines));
  const carriedOut = shares[0]?.map((_, place) => median(shares.map((one) => one[place] ?? 0)));
  const figures = {
    seconds: median(runs.map(({ ms }) => ms / 1000)),
    refused: median(runs.map(({ refused }) => refused)),
    carriedOut: carriedOut ?? [],
  };
  const isPromised = requestsPerMinute !== undefined && shape.exact;
  const held = !isPromised || (figures.refused === 0 && new Set(carriedOut).size === 1);
  return { shape: shape.name, ...division, ...figures, held };
}

function sharesOf({ arrivals }: Run, machines: number): readonly number[] {
  const early = arrivals.filter(({ at, accepted }) => accepted && at < 120_000);
  const of = (machine: number) => early.filter((arrival) => arrival.machine === machine).length;
  return Array.from({ length: machines }, (_, machine) => of(machine)).sort((a, b) => b - a);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

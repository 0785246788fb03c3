import { boundOf, type Run, simulate } from "./simulate.ts";
import { type Shape, shapes } from "./windows.ts";

/** Medians of eleven seeds for one kind of limit and number of calls. */
export interface Result {
  readonly shape: string;
  /** Of each machine. */
  readonly calls: number;
  /** That see nothing of each other, on one key. */
  readonly machines: number;
  /** HOSTING_REQUESTS_PER_MINUTE of each; undefined where it is not set. */
  readonly requestsPerMinute: number | undefined;
  readonly boundSeconds: number;
  /** To the last answer. */
  readonly seconds: number;
  /** Answers 429. */
  readonly refused: number;
  /** Requests that each machine had carried out in the first two minutes, most first. */
  readonly carriedOut: readonly number[];
  /** What is promised and does not hold. */
  readonly missed: readonly string[];
}

type Setting = Pick<Result, "calls" | "machines" | "requestsPerMinute">;

const one = { machines: 1, requestsPerMinute: undefined } as const;

/** One machine with 60, 120 and 300 calls; two and three on one key, which is divided or not. */
export const settings: readonly Setting[] = [
  ...[60, 120, 300].map((calls) => ({ calls, ...one })),
  ...[2, 3].flatMap((machines) =>
    [undefined, 60 / machines].map((requestsPerMinute) => ({
      ...{ calls: 120, machines, requestsPerMinute },
    })),
  ),
];

const seeds = Array.from({ length: 11 }, (_, index) => index + 1);

/** One run for each seed. */
export async function measure(shape: Shape, setting: Setting): Promise<Result> {
  const { calls, machines } = setting;
  const runs: Run[] = [];
  for (const seed of seeds) runs.push(await simulate({ shape, seed, ...setting }));
  const bounds = seeds.map((seed) => boundOf({ shape, calls: calls * machines, seed }) / 1000);
  const shares = runs.map((run) => sharesOf(run, machines));
  const figures = {
    boundSeconds: median(bounds),
    seconds: median(runs.map(({ ms }) => ms / 1000)),
    refused: median(runs.map(({ refused }) => refused)),
    carriedOut: Array.from({ length: machines }, (_none, place) =>
      median(shares.map((share) => share[place] ?? 0)),
    ),
  };
  const result = { shape: shape.name, ...setting, ...figures };
  return { ...result, missed: missedOf(shape, result) };
}

/** All settings on all shapes. */
export async function measureAll(): Promise<readonly Result[]> {
  const results = [];
  for (const setting of settings) {
    for (const shape of shapes) results.push(await measure(shape, setting));
  }
  return results;
}

/** The results of one setting as aligned lines. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ shape, boundSeconds, seconds, refused, carriedOut, machines }) => [
    shape.padEnd(16),
    `bound ${boundSeconds.toFixed(1).padStart(5)} s`,
    `${seconds.toFixed(1).padStart(5)} s`,
    `${String(refused).padStart(3)} refused`,
    machines === 1 ? "" : `${carriedOut.join(" + ")} in two minutes`,
  ]);
  return rows.map((row) => `  ${row.join("  ").trimEnd()}`).join("\n");
}

/** Promised is: 60 calls in 2 s where a burst is legal, more in 1.1 x the bound on windows of 60, and no refusal there. */
function missedOf(shape: Shape, result: Omit<Result, "missed">): readonly string[] {
  const { calls, machines, requestsPerMinute, boundSeconds, seconds, refused, carriedOut } = result;
  const isDivided = machines > 1 && requestsPerMinute !== undefined;
  if (machines > 1 && !isDivided) return [];
  const promises: readonly [promised: boolean, holds: boolean, what: string][] = [
    [machines === 1 && calls === 60 && shape.burst, seconds <= 2, `${seconds.toFixed(1)} s of 2 s`],
    [
      machines === 1 && calls > 60 && shape.exact,
      seconds <= 1.1 * boundSeconds,
      `${(seconds / boundSeconds).toFixed(3)} of 1.1 x the bound`,
    ],
    [shape.exact, refused === 0, `${refused} of 0 refusals`],
    [isDivided && shape.exact, new Set(carriedOut).size === 1, "not all have the same"],
  ];
  return promises.flatMap(([promised, holds, what]) => (promised && !holds ? [what] : []));
}

function sharesOf({ arrivals }: Run, machines: number): readonly number[] {
  const early = arrivals.filter(({ at, accepted }) => accepted && at < 120_000);
  const of = (machine: number) => early.filter((arrival) => arrival.machine === machine).length;
  return Array.from({ length: machines }, (_, machine) => of(machine)).sort((a, b) => b - a);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

import { boundOf, simulate } from "./simulate.ts";
import type { Shape } from "./windows.ts";

/** Medians of eleven seeds for one kind of limit and number of calls. */
export interface Result {
  readonly boundSeconds: number;
  /** To the last answer. */
  readonly seconds: number;
  /** Answers 429. */
  readonly refused: number;
}

const seeds = Array.from({ length: 11 }, (_, index) => index + 1);

/** One run for each seed. */
export async function measure(shape: Shape, calls: number): Promise<Result> {
  const runs = [];
  for (const seed of seeds) runs.push(await simulate({ shape, calls, seed }));
  return {
    boundSeconds: median(seeds.map((seed) => boundOf({ shape, calls, seed }) / 1000)),
    seconds: median(runs.map(({ ms }) => ms / 1000)),
    refused: median(runs.map(({ refused }) => refused)),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

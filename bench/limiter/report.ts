import { others, ours } from "./policies.ts";
import { boundOf, type Policy, simulate } from "./simulate.ts";
import { type Shape, shapes } from "./windows.ts";

/** Medians of several runs of one policy. */
export interface Cell {
  /** To the last answer, whether the calls were carried out or given up. */
  readonly seconds: number;
  /** Answers 429. */
  readonly refused: number;
  /** Calls that were given up. */
  readonly failed: number;
}

/** What several seeds gave for one window shape and number of calls. */
export interface Result {
  readonly shape: string;
  readonly calls: number;
  readonly boundSeconds: number;
  readonly policies: Readonly<Record<string, Cell>>;
  /** What was promised of ours, with the figures. */
  readonly promises: readonly Promised[];
}

/** A promise and whether it held. */
export interface Promised {
  readonly what: string;
  readonly held: boolean;
}

/** How many calls are made at once. */
export const loads = [60, 120, 300] as const;

const seeds = Array.from({ length: 11 }, (_, index) => index + 1);

/** Runs all policies on a shape, one run per seed. */
export async function measure(
  shape: Shape,
  calls: number,
  policies: readonly Policy[] = [ours, ...others],
): Promise<Result> {
  const cells: Record<string, Cell> = {};
  for (const policy of policies) {
    const runs = [];
    for (const seed of seeds) runs.push(await simulate(policy, { shape, calls, seed }));
    cells[policy.name] = {
      seconds: median(runs.map(({ ms }) => ms / 1000)),
      refused: median(runs.map(({ refused }) => refused)),
      failed: median(runs.map(({ failed }) => failed)),
    };
  }
  const boundSeconds = median(seeds.map((seed) => boundOf({ shape, calls, seed }) / 1000));
  const mine = cells[ours.name];
  const promises = mine === undefined ? [] : promisesOf(shape, mine, boundSeconds);
  return { shape: shape.name, calls, boundSeconds, policies: cells, promises };
}

/** All shapes with all loads. */
export async function measureAll(): Promise<readonly Result[]> {
  const results = [];
  for (const calls of loads) {
    for (const shape of shapes) results.push(await measure(shape, calls));
  }
  return results;
}

/** The results of one load as aligned columns: seconds, refusals, and in brackets calls given up. */
export function tableOf(results: readonly Result[]): string {
  const names = Object.keys(results[0]?.policies ?? {});
  const rows = [
    ["seconds / refused (given up)", ...results.map(({ shape }) => shape)],
    ["bound", ...results.map(({ boundSeconds }) => boundSeconds.toFixed(1))],
    ...names.map((name) => [name, ...results.map(({ policies }) => textOf(policies[name]))]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join("  "))
    .map((line) => `  ${line.trimEnd()}`)
    .join("\n");
}

function promisesOf({ name, burst, exact }: Shape, cell: Cell, boundSeconds: number): Promised[] {
  const { seconds, refused } = cell;
  const of = (what: string, holds: boolean) => ({ what: `${name}: ${what}`, held: holds });
  if (boundSeconds === 0) return [of(`${seconds.toFixed(1)} s of 2 s`, burst && seconds <= 2)];
  const ratio = seconds / boundSeconds;
  const most = exact ? 1.03 : 1.2;
  const times = of(`${ratio.toFixed(3)} of ${most} × the bound`, ratio <= most);
  return exact ? [times, of(`${refused} of 0 refusals`, refused === 0)] : [times];
}

function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  const { seconds, refused, failed } = cell;
  return `${seconds.toFixed(1)} / ${refused}${failed === 0 ? "" : ` (${failed})`}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

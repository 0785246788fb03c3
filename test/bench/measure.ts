import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** One measurement; smaller is better. */
export type Side = () => number | Promise<number>;

/** Measurements of two sides; those with the same index were made one right after the other. */
export interface Comparison {
  readonly base: readonly number[];
  readonly ours: readonly number[];
}

/** The median and the best of several rounds. */
export interface Summary {
  readonly value: number;
  readonly best: number;
}

/** Measures both sides in turn, so that what else the machine does slows both alike. */
export async function compare(rounds: number, base: Side, ours: Side): Promise<Comparison> {
  const comparison = { base: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    comparison.base.push(await base());
    comparison.ours.push(await ours());
  }
  return comparison;
}

/** The middle and the smallest measurement. */
export function summaryOf(measured: readonly number[]): Summary {
  return { value: median(measured), best: Math.min(...measured) };
}

/** How many times as long ours took. */
export function ratioOf({ base, ours }: Comparison): Summary {
  return {
    value: median(ours.map((measured, round) => measured / (base[round] ?? Number.NaN))),
    best: Math.min(...ours) / Math.min(...base),
  };
}

/** How much longer ours took. */
export function differenceOf({ base, ours }: Comparison): Summary {
  return {
    value: median(ours.map((measured, round) => measured - (base[round] ?? Number.NaN))),
    best: Math.min(...ours) - Math.min(...base),
  };
}

/** Collects at once what nobody uses any more. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/**
 * Runs a JavaScript file to its end, in the repository's root.
 *
 * @throws Error with what it printed when it fails.
 */
export function runProgram(program: URL, ...args: readonly string[]): Finished {
  const command = [fileURLToPath(program), ...args];
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  const milliseconds = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${command[0]} failed; is dist/ built?\n${stderr}`);
  return { milliseconds, output: stdout };
}

/** A program that ended well. */
export interface Finished {
  /** From its start to its end, Node's own start included. */
  readonly milliseconds: number;
  readonly output: string;
}

function median(measured: readonly number[]): number {
  const sorted = measured.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

import type { Kind } from "../../../contract/endpoints.ts";
import { kinds } from "../../../contract/kinds/_all.ts";
import type { Operation } from "../state/timeouts.ts";

/** What is waited for: objects of a kind, in an operation; starting and stopping take their own times. */
export interface Process {
  readonly kind: Kind;
  readonly operation: Operation;
}

/** How far a wait has come. */
export interface Progress {
  /** Milliseconds since it began. */
  readonly elapsed: number;
  /** Looks so far. */
  readonly looks: number;
}

const firstShare = 0.4;
const laterShare = 0.15;
const blindShare = 0.5;
const shortestMilliseconds = 1_000;
const longestMilliseconds = 8_000;
/** A median of a few waits is enough, and the latest ones tell most. */
const remembered = 50;

/**
 * How long to wait before the next look. Where it is known how long a process takes, the first look
 * is at 40 % of it and later ones follow every 15 % of the time so far; where nothing is known yet,
 * half of the time so far passes between looks, so that few of them find a time of any size. A wait
 * keeps its pace when others are done: they would spend the requests that the last ones need.
 */
export class Pace {
  readonly #durations = new Map<string, number[]>();

  /** Remembers how long a process took. */
  learn(process: Process, milliseconds: number): void {
    const known = this.#durations.get(keyOf(process)) ?? [];
    this.#durations.set(keyOf(process), [...known, milliseconds].slice(-remembered));
  }

  /** How many milliseconds pass before each look of a wait that begins now. */
  begin(process: Process): (progress: Progress) => number {
    const expected = this.#expected(process);
    return ({ elapsed, looks }) => {
      if (expected === undefined) return bounded(blindShare * elapsed);
      if (looks === 0) return Math.max(shortestMilliseconds, firstShare * expected);
      return bounded(laterShare * elapsed);
    };
  }

  #expected(process: Process): number | undefined {
    const durations = this.#durations.get(keyOf(process));
    return durations === undefined ? usualMilliseconds(process.kind) : median(durations);
  }
}

function bounded(milliseconds: number): number {
  return Math.min(longestMilliseconds, Math.max(shortestMilliseconds, milliseconds));
}

function usualMilliseconds(kind: Kind): number | undefined {
  const { usualSeconds } = kinds[kind];
  return usualSeconds === null ? undefined : usualSeconds * 1000;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function keyOf({ kind, operation }: Process): string {
  return `${kind} ${operation}`;
}

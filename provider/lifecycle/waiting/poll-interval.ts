import type { Kind } from "../../../contract/endpoints.ts";
import { kinds } from "../../../contract/kinds/_all.ts";
import type { OperationName } from "../state/timeouts.ts";

/**
 * How long to wait before the next poll. Where it is known how long a process takes, the first one
 * is at 40 % of it and later ones follow every 15 % of the time so far; where nothing is known yet,
 * half of the time so far passes between polls, so that few of them find a time of any size. A wait
 * keeps its pace when others are done: they would spend the requests that the last ones need.
 */
export class PollInterval {
  readonly #durations = new Map<string, number[]>();

  /** Remembers how long a process took. */
  learn(wait: Wait, milliseconds: number): void {
    const known = this.#durations.get(keyOf(wait)) ?? [];
    this.#durations.set(keyOf(wait), [...known, milliseconds].slice(-remembered));
  }

  /** How many milliseconds pass before each poll of a wait that begins now. */
  begin(wait: Wait): (elapsed: number, polls: number) => number {
    const expected = this.#expected(wait);
    return (elapsed, polls) => {
      if (expected === undefined) return bounded(blindShare * elapsed);
      if (polls === 0) return Math.max(shortestMilliseconds, firstShare * expected);
      return bounded(laterShare * elapsed);
    };
  }

  #expected(wait: Wait): number | undefined {
    const durations = this.#durations.get(keyOf(wait));
    return durations === undefined ? usualMilliseconds(wait.kind) : median(durations);
  }
}

/** What is waited for: objects of a kind, in an operation; starting and stopping take their own times. */
interface Wait {
  readonly kind: Kind;
  readonly operation: OperationName;
}

const firstShare = 0.4;
const laterShare = 0.15;
const blindShare = 0.5;
const shortestMilliseconds = 1_000;
const longestMilliseconds = 8_000;
/** A median of a few waits is enough, and the latest ones tell most. */
const remembered = 50;

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

function keyOf({ kind, operation }: Wait): string {
  return `${kind} ${operation}`;
}

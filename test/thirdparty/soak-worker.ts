import { parentPort, workerData } from "node:worker_threads";
import { live } from "./life.ts";

/** The common part of the workers of a soak. */
export interface Share {
  readonly from: number;
  readonly count: number;
  /** How many seeds are taken. */
  readonly next: Int32Array<SharedArrayBuffer>;
  readonly options: { readonly hasTrouble?: boolean };
}

/** The outcome of a life. */
export interface Lived {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly resources: number;
}

const { from, count, next, options }: Share = workerData;
for (let at = take(); at < count; at = take()) {
  const { seed, violations, resources } = await live(from + at, options);
  parentPort?.postMessage({ seed, violations, resources } satisfies Lived);
}

function take(): number {
  return Atomics.add(next, 0, 1);
}

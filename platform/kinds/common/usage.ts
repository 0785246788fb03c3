import { sha256 } from "../../store/index.ts";
import type { Context } from "./context.ts";
import { isRunning, type Machine } from "./machine.ts";

/**
 * A machine's usage of its resources, in percent: numbers like those of a machine at work. Nothing runs here
 * to measure, so they follow from the name and the minute. The spec names no field but `cpu_percent` and no
 * unit (spec 2.1, 2.10).
 */
export function usageOf(machine: Machine & { readonly name: string }, context: Context) {
  const { name } = machine;
  const minute = Math.floor(context.now / 60_000);
  const running = isRunning(machine, context);
  return {
    cpu_percent: running ? between(1, 80, `${name} cpu ${minute}`) : 0,
    memory_percent: running ? between(20, 70, `${name} memory ${minute}`) : 0,
    // Stored data stays, whatever the machine does.
    disk_percent: between(5, 60, `${name} disk`),
  };
}

/** A number with one decimal that is always the same for a seed. */
function between(low: number, high: number, seed: string): number {
  const part = Number.parseInt(sha256(seed).slice(0, 8), 16) / 2 ** 32;
  return Math.round((low + part * (high - low)) * 10) / 10;
}

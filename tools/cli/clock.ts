import { setTimeout } from "node:timers/promises";

/** Time as the tools see it; tests pass their own. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => setTimeout(milliseconds),
};

/** A duration for people: `8 s`, `3 min 05 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

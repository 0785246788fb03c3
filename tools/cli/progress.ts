import type { Clock } from "../../provider/clock.ts";

/** Tells a person what a long step is doing. */
export interface Progress {
  /** Shows the current state; calls in quick succession are dropped. */
  update(text: string): void;
  /** Shows the result of the step; always shown. */
  finish(text: string): void;
  /** Removes a state that is still shown, before something else is printed. */
  clear(): void;
}

/** The part of `process.stderr` that progress needs. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const terminalInterval = 1_000;
const logInterval = 15_000;
const clearToEnd = "\u001b[K";

/** Progress as one line that is rewritten on a terminal, and as a line now and then elsewhere. */
export function progressOn(stream: ProgressStream, clock: Clock): Progress {
  const terminal = stream.isTTY === true;
  const interval = terminal ? terminalInterval : logInterval;
  let lastShown = Number.NEGATIVE_INFINITY;
  return {
    update(text) {
      if (clock.now() - lastShown < interval) return;
      lastShown = clock.now();
      const shown = terminal ? text.slice(0, (stream.columns ?? 80) - 1) : text;
      stream.write(terminal ? `\r${shown}${clearToEnd}` : `${shown}\n`);
    },
    finish(text) {
      lastShown = Number.NEGATIVE_INFINITY;
      stream.write(terminal ? `\r${text}${clearToEnd}\n` : `${text}\n`);
    },
    clear() {
      if (terminal && lastShown !== Number.NEGATIVE_INFINITY) stream.write(`\r${clearToEnd}`);
      lastShown = Number.NEGATIVE_INFINITY;
    },
  };
}

/** A duration for people: `8 s`, `3 min 05 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

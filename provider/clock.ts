import { setTimeout as wait } from "node:timers/promises";

/** Time as a parameter, so that tests need no sleeps. */
export interface Clock {
  /**
   * Milliseconds since the epoch, for waits of this process: it never goes back, and it may differ from
   * the machine's by a correction or by the time a laptop slept. What processes share is in the machine's.
   */
  now(): number;
  /** Resolves after `milliseconds`; rejects when the signal aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Longest wait one timer of Node can do; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The machine's clock. A sleep keeps the process alive: somebody waits for its end. */
export const systemClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  async sleep(milliseconds, signal) {
    let restMs = milliseconds;
    do {
      const stepMs = Math.min(Math.max(restMs, 0), longestTimerMs);
      await wait(stepMs, undefined, signal === undefined ? {} : { signal });
      restMs -= stepMs;
    } while (restMs > 0);
  },
};

import { setTimeout as sleep } from "node:timers/promises";

/** The longest that a timer of the system takes; of a longer time it makes none at all. */
export const longestSleep = 2 ** 31 - 1;

/** The timer of delayed answers. */
export interface Timer {
  /** @throws the signal's reason when it aborts before the time is over. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The system's own. */
export const systemTimer: Timer = {
  sleep: async (milliseconds, signal) => {
    try {
      await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      throw signal?.reason ?? error;
    }
  },
};

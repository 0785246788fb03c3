import { setTimeout as sleep } from "node:timers/promises";

/** What makes answers late. */
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

/** Time as a parameter, so that tests need no sleeps. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `milliseconds`; rejects when the signal aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

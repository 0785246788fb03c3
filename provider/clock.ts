import { setTimeout as wait } from "node:timers/promises";
import { HostingError } from "./errors.ts";

/** Time as a parameter, so that tests need no sleeps. */
export interface Clock {
  /**
   * Milliseconds since the epoch, for waits of this process: it never goes back, and it may differ from
   * the machine's by a correction or by the time a laptop slept. Values that processes share use the machine's clock.
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

/** Why something that nobody waits for any more ends; an error would cost a stack each time. */
export const calledOff = "it is not waited for any more";

/** The result of `work`, unless the signal aborts first: then the error that `error` makes. `work` continues. */
async function unlessAborted<T>(
  signal: AbortSignal,
  work: Promise<T>,
  error: () => Error,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(error());
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  // The one that loses the race must not count as unhandled.
  work.catch(() => undefined);
  aborted.promise.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Does `work` with a signal that aborts at a time of the clock; leaves no timer. */
export async function withDeadline<T>(
  clock: Clock,
  deadline: number,
  work: (timeUp: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeUp = new AbortController();
  const done = new AbortController();
  clock.sleep(deadline - clock.now(), done.signal).then(
    () => timeUp.abort(),
    () => undefined,
  );
  try {
    return await work(timeUp.signal);
  } finally {
    done.abort(calledOff);
  }
}

/** The end of an operation's time (the clock's milliseconds), and the error for it. */
export interface Limit {
  readonly deadline: number;
  late(): HostingError;
}

/** What `work` comes to, unless the operation's time is over before. */
export function within<T>(clock: Clock, limit: Limit, work: Promise<T>): Promise<T> {
  return withDeadline(clock, limit.deadline, (timeUp) =>
    unlessAborted(timeUp, work, () => limit.late()),
  );
}

/** What `work` comes to, unless the process is to end before. @throws HostingError `unsent` then. */
export function unlessStopped<T>(
  stopping: AbortSignal,
  work: Promise<T>,
  what: string,
): Promise<T> {
  return unlessAborted(stopping, work, () => stoppedError(what));
}

/** The error of what was not sent because the process ends. */
export function stoppedError(what: string): HostingError {
  return new HostingError(
    "unsent",
    `${what} was stopped: the run was interrupted. Nothing more was sent; run \`pulumi up\` again to go on.`,
  );
}

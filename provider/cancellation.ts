import type { Clock } from "./clock.ts";
import { HostingError } from "./errors.ts";

/** Why something that nobody waits for any more ends; an error would cost a stack each time. */
export const calledOff = "it is not waited for any more";

/** What `work` comes to, unless the signal aborts before: then what `error` makes. `work` goes on. */
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

/** The end of an operation's time (the clock's milliseconds), and the error that says so. */
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

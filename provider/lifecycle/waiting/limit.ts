import type { Clock } from "../../clock.ts";
import type { HostingError } from "../../errors.ts";

/** The end of an operation's time (the clock's milliseconds), and the error that says so. */
export interface Limit {
  readonly deadline: number;
  late(): HostingError;
}

/** What `work` comes to, unless the operation's time is over before; `work` itself goes on. */
export async function within<T>(clock: Clock, limit: Limit, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const timeUp = clock.sleep(limit.deadline - clock.now(), done.signal).then(
    () => Promise.reject(limit.late()),
    () => work,
  );
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    done.abort();
  }
}

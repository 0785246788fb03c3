import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../provider/clock.ts";
import { Problem } from "./problem.ts";
import { formatDuration, type Progress } from "./progress.ts";

/** A file that lets one process at a time do a piece of work. */
export interface LockOptions {
  path: string;
  clock: Clock;
  progress: Progress;
}

const pollMs = 500;
const patienceMs = 30 * 60_000;

/**
 * Does the work while holding the lock, and waits while another process holds it. The lock is a
 * transaction of SQLite: the operating system frees it when its process ends, however that happens.
 */
export async function withLock<T>(options: LockOptions, work: () => Promise<T>): Promise<T> {
  using database = new DatabaseSync(options.path);
  await acquire(database, options);
  return await work();
}

async function acquire(database: DatabaseSync, { path, clock, progress }: LockOptions) {
  const startedMs = clock.now();
  while (!isAcquired(database)) {
    const waitedMs = clock.now() - startedMs;
    if (waitedMs >= patienceMs) {
      throw new Problem(
        `The Pulumi CLI was not prepared: another process has held ${path} for over 30 min. ` +
          "End that process and run this again.",
      );
    }
    progress.update(
      `Waiting for another process, which is preparing the Pulumi CLI, ${formatDuration(waitedMs)}`,
    );
    await clock.sleep(pollMs);
  }
}

function isAcquired(database: DatabaseSync): boolean {
  try {
    database.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** SQLITE_BUSY: another connection has the lock. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}

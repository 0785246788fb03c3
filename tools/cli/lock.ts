import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { type Clock, formatDuration } from "./clock.ts";
import { hasCode, Problem } from "./problem.ts";
import type { Progress } from "./progress.ts";

/** A file that lets one process at a time do a piece of work. */
export interface LockOptions {
  path: string;
  clock: Clock;
  progress: Progress;
  /** Whether a process still runs; asks the operating system unless given. */
  isAlive?: (pid: number) => boolean;
}

interface Holder {
  pid: number;
  startedMs: number;
}

const pollMs = 500;
const patienceMs = 30 * 60_000;
const unreadableGraceMs = 10_000;

/** Does the work while holding the lock; waits for a live holder and takes over from a dead one. */
export async function withLock<T>(options: LockOptions, work: () => Promise<T>): Promise<T> {
  const { path, clock } = options;
  const text = JSON.stringify({ pid: process.pid, startedMs: clock.now() } satisfies Holder);
  const givesUpAt = clock.now() + patienceMs;
  while (!(await create(path, text))) {
    await waitOrTakeOver(options, givesUpAt);
  }
  try {
    return await work();
  } finally {
    // Someone may have taken over while this machine was asleep.
    if ((await readIfThere(path)) === text) await rm(path, { force: true });
  }
}

async function waitOrTakeOver(options: LockOptions, givesUpAt: number): Promise<void> {
  const { path, clock, progress } = options;
  const text = await readIfThere(path);
  if (text === undefined) return;
  const holder = parseHolder(text);
  if (await isStale(holder, options)) {
    await takeAside(path, text);
    return;
  }
  const who = holder === undefined ? "another process" : `process ${holder.pid}`;
  if (clock.now() >= givesUpAt) {
    throw new Problem(
      `The Pulumi CLI was not prepared: ${who} has held ${path} for over 30 min. ` +
        "End that process, or delete the file if the process is something else.",
    );
  }
  const time = holder === undefined ? "" : ` for ${formatDuration(clock.now() - holder.startedMs)}`;
  progress.update(`Waiting for ${who}, which has been preparing the Pulumi CLI${time}`);
  await clock.sleep(pollMs);
}

async function isStale(holder: Holder | undefined, options: LockOptions): Promise<boolean> {
  if (holder !== undefined) return !(options.isAlive ?? isRunning)(holder.pid);
  // The holder may be between creating the file and writing it.
  const modifiedMs = await stat(options.path).then(
    (stats) => stats.mtimeMs,
    () => options.clock.now(),
  );
  return options.clock.now() - modifiedMs > unreadableGraceMs;
}

async function create(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function takeAside(path: string, expected: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  // Another process may have taken over between the look and the rename: give its lock back.
  const found = await readIfThere(aside);
  if (found !== undefined && found !== expected) await create(path, found);
  await rm(aside, { force: true });
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function parseHolder(text: string): Holder | undefined {
  const match = /^\{"pid":(\d+),"startedMs":(\d+)\}$/.exec(text);
  return match === null ? undefined : { pid: Number(match[1]), startedMs: Number(match[2]) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

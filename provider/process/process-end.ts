import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HostingError } from "../errors.ts";
import { Shutdown } from "../shutdown.ts";

/** How often the engine is looked after; it cannot tell us when it is killed. */
const watchMs = 1_000;

/**
 * The shutdown of this provider process: on signals, uncaught errors of ours and the death of the
 * engine. The engine sends SIGINT when a run is over: `lastWord` is shown then.
 */
export function watchedShutdown(
  lastWord: () => Promise<void>,
  { isBehindShell = true } = {},
): Shutdown {
  const shutdown = new Shutdown({
    after: (milliseconds, then) => void setTimeout(then, milliseconds),
    exit: () => process.exit(),
  });
  const begin = () => shutdown.begin();
  process.on("SIGINT", () => {
    if (shutdown.isIdle) void lastWord().finally(begin);
    else begin();
  });
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, begin);
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      if (!isOurs(error)) return;
      console.error("pulumi-hosting ends because of an internal error; please report it.");
      begin();
    });
  }
  const ancestors = [process.ppid, ...(isBehindShell ? [parentOf(process.ppid)] : [])];
  const watch = setInterval(() => {
    if (process.ppid !== ancestors[0] || !ancestors.every(isAlive)) begin();
  }, watchMs);
  watch.unref();
  return shutdown;
}

/**
 * All dynamic providers of a program share this process, and Pulumi's host only prints what they
 * throw: an error of another one must not cut our creates.
 */
export function isOurs(error: unknown): boolean {
  if (HostingError.isInstance(error)) return true;
  const places = error instanceof Error ? (error.stack?.split("\n") ?? []) : [];
  return places.some((place) => place.includes(ownFolder) && !place.includes(ownPackages));
}

const ownFolder = fileURLToPath(new URL("../..", import.meta.url));
/** An archive of the plugin and a checkout have Pulumi's SDK in their folder. */
const ownPackages = join(ownFolder, "node_modules");

/** Pulumi starts the provider of dynamic resources through a shell script, so the engine is the parent's parent. */
function parentOf(pid: number): number {
  try {
    if (process.platform !== "linux") {
      return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }));
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in the second field may hold blanks and brackets.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return pid;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

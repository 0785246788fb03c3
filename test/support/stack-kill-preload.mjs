/** Loaded by `--import` before each node of a command: tells the id of the provider process, which alone loads more. */
import { writeFileSync } from "node:fs";

const { PROVIDER_PID_FILE: pidFile, KILL_PROVIDER: point } = process.env;

if (process.argv[1]?.includes("dynamic-provider")) {
  if (pidFile !== undefined) writeFileSync(pidFile, String(process.pid));
  if (point !== undefined) (await import("./kill-point.ts")).arm(point);
}

/**
 * Loaded into every Node process of a stack's commands: the provider process dies at once, as by
 * `kill -9`, when the file that KILL_PROVIDER names appears, and takes the file with it.
 */
import { existsSync, rmSync } from "node:fs";

const file = process.env["KILL_PROVIDER"];
const isProvider = process.argv.some((argument) => argument.includes("dynamic-provider"));

if (file !== undefined && isProvider) {
  setInterval(() => {
    if (!existsSync(file)) return;
    rmSync(file);
    process.kill(process.pid, "SIGKILL");
  }, 5).unref();
}

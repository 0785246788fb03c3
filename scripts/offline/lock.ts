/** Brings package-lock.json up to date with package.json, where the registry hides the packages of other platforms. */
import { execSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { completed, lockFileText, parseLockFile, withoutUnverified } from "./lock-file.ts";

const path = join(root, "package-lock.json");
const before = readFileSync(path, "utf8");
try {
  writeFileSync(path, lockFileText(withoutUnverified(parseLockFile(before))));
  // npm adds what the registry shows, with checksums.
  execSync("npm install --package-lock-only --no-audit --no-fund --loglevel=error", { cwd: root });
  writeFileSync(path, lockFileText(completed(parseLockFile(readFileSync(path, "utf8")))));
} catch (error) {
  writeFileSync(path, before);
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

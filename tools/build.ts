import { spawnSync } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Compiles the package into `dist/`, from nothing, so that no file of an earlier build stays. A
 * running program keeps a whole `dist/` until the new one takes its place.
 */
const root = join(import.meta.dirname, "..");
const [next, dist] = [join(root, "dist.next"), join(root, "dist")];
const compiler = join(root, "node_modules/typescript/bin/tsc");
const project = join(root, "tools/tsconfig.build.json");

rmSync(next, { recursive: true, force: true });
const args = [compiler, "-p", project, "--outDir", next];
const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
if (status === 0) {
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
} else {
  process.exitCode = 1;
}

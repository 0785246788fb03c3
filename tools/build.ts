import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

/** Compiles the package into `dist/`, from nothing, so that no file of an earlier build stays. */
const root = join(import.meta.dirname, "..");
rmSync(join(root, "dist"), { recursive: true, force: true });
const compiler = join(root, "node_modules/typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "-p", join(root, "tools/tsconfig.build.json")], {
  stdio: "inherit",
});

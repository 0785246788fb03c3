import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ensurePulumi } from "../../tools/cli/ensure.ts";

/** Once before the suite: the package that programs load, and the CLI that runs them. */
export default async function setup(): Promise<void> {
  const root = join(import.meta.dirname, "..", "..");
  execFileSync(process.execPath, [join(root, "tools/build.ts")], { cwd: root, stdio: "inherit" });
  await ensurePulumi();
}

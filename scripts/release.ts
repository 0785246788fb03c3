/**
 * `npm run release`: takes all changesets into the next version and CHANGELOG.md, and records a stack as that version
 * leaves it and the names that users have of it, which later versions have to keep. Look at the result and commit it;
 * `npm publish` releases it. `release/` has the plugin as the engine downloads it: serve it at one address.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { takeNextVersion } from "./next-version.ts";
import { root } from "./root.ts";

console.log(`It is version ${takeNextVersion(root)} now.`);
for (const script of ["scripts/generate/main.ts", "test/support/record-release.ts"]) {
  execFileSync(process.execPath, [join(root, script)], { cwd: root, stdio: "inherit" });
}
// The build and the manifest before had the former version.
execFileSync("npm", ["run", "build"], { cwd: root, stdio: "inherit" });
const { writePluginArchives } = await import("./plugin-archives.ts");
writePluginArchives(join(root, "release"));

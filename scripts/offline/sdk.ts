/**
 * Writes the plugin's packages for Python and Go by the engine's own generators, into `sdk/` or the directory that is
 * given. Where the official CLI is installed, `pulumi package gen-sdk provider/plugin/schema.json` does the same.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import schema from "../../provider/plugin/schema.json" with { type: "json" };
import { root } from "../root.ts";

const directory = process.argv[2] ?? join(root, "sdk");
const temporary = mkdtempSync(join(tmpdir(), "pulumi-hosting-sdk-"));
const file = join(temporary, "schema.json");
// The schema is stored without a version, which a release gives to it.
writeFileSync(file, JSON.stringify({ ...schema, version: manifest.version }));
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
try {
  const cwd = join(import.meta.dirname, "pulumi-cli");
  execFileSync("go", ["run", "./generate-sdk", file, directory], { cwd, stdio: "inherit" });
} finally {
  rmSync(temporary, { recursive: true });
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import schema from "../provider/plugin/schema.json" with { type: "json" };
import { root, runSteps } from "./steps.ts";

const help = `Writes the plugin's packages for Python and Go into a directory, by the engine's own generators.

  npm run sdk                write them into sdk/
  npm run sdk -- DIRECTORY   write them there`;

if (process.argv.includes("--help")) console.log(help);
else writeSdks(process.argv[2] ?? join(root, "sdk"));

/** The schema is stored without a version, which a release gives to it. */
function writeSdks(directory: string): void {
  const { version } = manifest;
  const temporary = mkdtempSync(join(tmpdir(), "pulumi-hosting-sdk-"));
  const file = join(temporary, "schema.json");
  writeFileSync(file, JSON.stringify({ ...schema, version }));
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  try {
    const command = ["go", "run", "./generate-sdk", file, directory] as const;
    runSteps([{ what: "SDKs for Python and Go", command, directory: "tools/pulumi-cli" }]);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

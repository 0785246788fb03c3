import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "./root.ts";

const Package = z.object({
  bin: z.record(z.string(), z.string()),
  exports: z.record(
    z.string(),
    z.union([z.string(), z.object({ types: z.string(), default: z.string() })]),
  ),
});

/** The source of each export by its name in `dist/`, e.g. `./runtime/index.ts` by `runtime/index`. */
export function sourcesOfExports(): Record<string, string> {
  const built = Object.values(readPackage().exports).filter((entry) => typeof entry !== "string");
  return sourcesOf(built.map((entry) => entry.default));
}

/** The source of each command by its name in `dist/`. */
export function sourcesOfCommands(): Record<string, string> {
  return sourcesOf(Object.values(readPackage().bin));
}

function readPackage(): z.output<typeof Package> {
  return Package.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
}

function sourcesOf(files: readonly string[]): Record<string, string> {
  const names = files.map((file) => file.slice("./dist/".length, -".js".length));
  return Object.fromEntries(names.map((name) => [name, `./${name}.ts`]));
}

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

/** The source of each export by its name in `dist/`, e.g. `./resources/runtime.ts` by `resources/runtime`. */
export function sourcesOfExports(): Record<string, string> {
  return Object.fromEntries([...exported()].map(([, name]) => [name, `./${name}.ts`]));
}

/** The source of each export by what programs import, e.g. `pulumi-hosting/runtime`. */
export function sourcesOfImports(): Record<string, string> {
  return Object.fromEntries(
    [...exported()].map(([path, name]) => [path.replace(".", "pulumi-hosting"), `./${name}.ts`]),
  );
}

/** Subpaths, as in `package.json`, with the name in `dist/` that each leads to. */
function exported(): ReadonlyMap<string, string> {
  const built = Object.entries(readPackage().exports).flatMap(([path, entry]) =>
    typeof entry === "string" ? [] : [[path, nameOf(entry.default)] as const],
  );
  return new Map(built);
}

/** The source of each command by its name in `dist/`. */
export function sourcesOfCommands(): Record<string, string> {
  const names = Object.values(readPackage().bin).map(nameOf);
  return Object.fromEntries(names.map((name) => [name, `./${name}.ts`]));
}

function readPackage(): z.output<typeof Package> {
  return Package.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
}

function nameOf(file: string): string {
  return file.slice("./dist/".length, -".js".length);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "../steps.ts";

const Package = z.object({
  exports: z.record(
    z.string(),
    z.union([z.string(), z.object({ types: z.string(), default: z.string() })]),
  ),
});

/** The source of each export by its name in `dist/`, e.g. `./runtime/index.ts` by `runtime/index`. */
export function sourcesOfExports(): Record<string, string> {
  const { exports } = Package.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const built = Object.values(exports).filter((entry) => typeof entry !== "string");
  return Object.fromEntries(
    built.map((entry) => {
      const name = entry.default.slice("./dist/".length, -".js".length);
      return [name, `./${name}.ts`];
    }),
  );
}

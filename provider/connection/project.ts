import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Directory of the nearest Pulumi.yaml at or above this one; undefined outside of every project. */
export function projectAbove(directory: string): string | undefined {
  for (let at = resolve(directory); ; at = dirname(at)) {
    if (existsSync(join(at, "Pulumi.yaml"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

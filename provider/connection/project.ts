import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";

/** Directory of the nearest Pulumi.yaml at or above this one; undefined outside of every project. */
export function projectAbove(directory: string): string | undefined {
  for (let at = resolve(directory); ; at = dirname(at)) {
    if (existsSync(join(at, "Pulumi.yaml"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** True for a file that is or would be in the directory, wherever links lead. */
export function isBelow(directory: string, file: string): boolean {
  const [from, to] = [placeOf(directory), placeOf(file)];
  if (from === undefined || to === undefined) return false;
  const path = relative(from, to);
  return !/^\.\.(?:[\\/]|$)/.test(path) && !isAbsolute(path);
}

/** Undefined for a link to nothing, which a write would follow. */
function placeOf(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    const above = dirname(path) === path ? undefined : placeOf(dirname(path));
    return above === undefined ? undefined : join(above, basename(path));
  }
  return existsSync(path) ? realpathSync(path) : undefined;
}

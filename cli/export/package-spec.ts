import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { z } from "zod";
import manifest from "../../package.json" with { type: "json" };

const Ranges = z.record(z.string(), z.string()).default({});
const Manifest = z.object({ dependencies: Ranges, devDependencies: Ranges });

/**
 * Where the program in a directory takes this package from: the file or directory that the project around the command
 * takes it from, as with the package of a clone, which no registry has; else its version. What is above a project may be
 * anybody's, and the next step is to install the package.
 */
export function packageSpecFor(from: string, directory: string): string {
  for (let place = from; ; place = dirname(place)) {
    const [, protocol, path] = /^(file|link|portal):(.+)$/.exec(specIn(place) ?? "") ?? [];
    if (path !== undefined) {
      const way = isAbsolute(path) ? path : relative(directory, resolve(place, path));
      return `${protocol}:${way.replaceAll("\\", "/")}`;
    }
    if (isProject(place) || place === dirname(place)) return `^${manifest.version}`;
  }
}

function isProject(directory: string): boolean {
  return ["package.json", ".git"].some((name) => existsSync(join(directory, name)));
}

/** The package in a directory's `package.json`. */
function specIn(directory: string): string | undefined {
  const file = join(directory, "package.json");
  if (!existsSync(file)) return undefined;
  try {
    const { dependencies, devDependencies } = Manifest.parse(
      JSON.parse(readFileSync(file, "utf8")),
    );
    return dependencies[manifest.name] ?? devDependencies[manifest.name];
  } catch {
    // Whatever reads the file says what is wrong with it.
    return undefined;
  }
}

import { isDeepStrictEqual } from "node:util";
import { gapsOf, type LockFile } from "./lock-file.ts";

/** A `package.json`. */
export type Manifest = Readonly<Record<string, unknown>>;

/** What npm copies from the package.json of the root and of each workspace. */
const copied = [
  "version",
  "license",
  "engines",
  "workspaces",
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "peerDependenciesMeta",
];

/**
 * Why `npm ci` would fail, or `npm install` change the lock file, on some machine; one line each.
 *
 * @param manifestAt reads the package.json in a directory below the root
 */
export function problemsOf(
  lock: LockFile,
  manifestAt: (directory: string) => Manifest,
): readonly string[] {
  const own = Object.keys(lock.packages).filter((path) => !path.includes("node_modules/"));
  return [
    ...gapsOf(lock).map(
      ({ wantedBy, name, range }) =>
        `package-lock.json lacks ${name} ${range}, an optional dependency of ${wantedBy}.`,
    ),
    ...own.flatMap((directory) =>
      copied
        .filter((field) => !isCurrent(field, lock.packages[directory], manifestAt(directory)))
        .map(
          (field) => `package-lock.json has other ${field} than ${directory || "."}/package.json.`,
        ),
    ),
    ...Object.entries(lock.packages)
      .filter(([, { resolved }]) => String(resolved).includes("://"))
      .map(([path]) => `package-lock.json names the host that ${path} came from.`),
  ];
}

function isCurrent(field: string, locked: Manifest | undefined, manifest: Manifest): boolean {
  return isDeepStrictEqual(locked?.[field], manifest[field]);
}

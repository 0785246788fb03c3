import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedMark } from "./markdown.ts";

/** Generated texts by path. */
export type Files = ReadonlyMap<string, string>;

/** Paths whose text on disk is another one, or none. */
export function staleFiles(root: string, files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) => {
    const file = join(root, path);
    const isCurrent = existsSync(file) && readFileSync(file, "utf8") === text;
    return isCurrent ? [] : [path];
  });
}

/** Pages at any depth of a generated folder that nothing generates any more; others are written by hand. */
export function leftFiles(root: string, folder: string, files: Files): readonly string[] {
  const found = globSync(`${folder}/**/*.md`, { cwd: root }).toSorted();
  return found.filter(
    (path) => !files.has(path) && readFileSync(join(root, path), "utf8").startsWith(generatedMark),
  );
}

/** Writes what is stale and removes what is given as left. */
export function writeFiles(root: string, files: Files, left: readonly string[] = []): void {
  for (const path of staleFiles(root, files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), files.get(path) ?? "");
  }
  for (const path of left) rmSync(join(root, path));
}

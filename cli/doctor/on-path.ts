import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Terminal } from "../terminal.ts";

/** The first file of a program on the PATH. */
export function findOnPath(name: string, { env }: Pick<Terminal, "env">): string | undefined {
  const directories = (env["PATH"] ?? "").split(delimiter).filter((path) => path !== "");
  return directories.flatMap((path) => findIn(path, name)).at(0);
}

/** The file of a program in a directory, with the endings that programs have on this system. */
export function findIn(directory: string, name: string): readonly string[] {
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  const files = endings.map((ending) => join(directory, `${name}${ending}`));
  return files.filter((file) => existsSync(file));
}

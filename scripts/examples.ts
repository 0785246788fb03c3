import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./root.ts";

/** Files that the steps of its README leave in an example's directory; git ignores the same. */
const leftBehind =
  /^(?:node_modules|dist|\.hosting|\.pulumi|package-lock\.json|Pulumi\..+\.yaml|.+\.tgz)$/;

/** Copies an example as it was checked out, whoever has played it there since. */
export function copyExample(name: string, directory: string, from = root): void {
  cpSync(join(from, "examples", name), directory, {
    recursive: true,
    filter: (source) => !leftBehind.test(basename(source)),
  });
}

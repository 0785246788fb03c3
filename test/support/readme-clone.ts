/** A clone of the repository, and what CONTRIBUTING.md types with it. */
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { temporaryDirectory } from "./package.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");

/** Files that a checkout has and a clone lacks, besides the build. */
const notCloned = /^(?:node_modules|\.git|\.hosting|\.pulumi|Pulumi\..+\.yaml|.+\.tgz)$/;

/** The block of the page that has a line. */
export function cloneBlock(line: string): string {
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
  const [found = "", ...more] = blocks.filter((block) => block.includes(line));
  if (found === "" || more.length > 0) throw new Error(`no single block has "${line}"`);
  return found;
}

/**
 * Copies this checkout and its build, with this checkout's modules.
 *
 * @returns The clone's directory.
 */
export function newClone(): string {
  const clone = join(temporaryDirectory(), "pulumi-hosting");
  const filter = (source: string) => !notCloned.test(basename(source));
  // npm has to find that what is installed is as new as the lock file.
  cpSync(root, clone, { recursive: true, preserveTimestamps: true, filter });
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  return clone;
}

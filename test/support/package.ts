/** Projects of users with the packed package in an empty directory. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { inject, onTestFinished } from "vitest";

/** A new directory, and what removes it. */
export function newDirectory(): { directory: string; remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-install-"));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** A directory that goes with the test. */
export function temporaryDirectory(): string {
  const { directory, remove } = newDirectory();
  onTestFinished(remove);
  return directory;
}

/** Writes files of a project by their names. */
export function writeProject(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}

/** Runs a program with the Node of the tests first on the `PATH`, and returns what it printed. */
export async function run(
  directory: string,
  [program, ...args]: readonly [program: string, ...args: string[]],
): Promise<string> {
  const env = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
  };
  const { stdout } = await promisify(execFile)(program, args, { cwd: directory, env });
  return stdout;
}

/** The options of npm wherever a test installs: quick, quiet, and nobody else's scripts. */
export const quietly = [
  "--prefer-offline",
  "--no-audit",
  "--no-fund",
  "--ignore-scripts",
  "--silent",
];

/**
 * Installs the package and these packages beside it into an empty project.
 *
 * @returns The project's `node_modules`.
 */
export async function installPackage(
  directory: string,
  ...beside: readonly string[]
): Promise<string> {
  writeFileSync(join(directory, "package.json"), '{ "private": true }\n');
  await run(directory, ["npm", "install", ...quietly, inject("tarball"), ...beside]);
  return join(directory, "node_modules");
}

/** Installs a release of Node or Bun, as `node@22`, into a directory, and returns the path of its program. */
export async function installRuntime(directory: string, release: string): Promise<string> {
  const [name = ""] = release.split("@");
  await run(directory, ["npm", "install", ...quietly, "--ignore-scripts=false", release]);
  return join(directory, "node_modules/.bin", name);
}

/** Unpacks the package into a `node_modules`, without what it needs. */
export async function unpackPackage(modules: string): Promise<string> {
  const directory = join(modules, "pulumi-hosting");
  mkdirSync(directory, { recursive: true });
  await run(directory, ["tar", "-xzf", inject("tarball"), "--strip-components=1"]);
  return directory;
}

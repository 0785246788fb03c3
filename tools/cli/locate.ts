import { access, constants, realpath } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { RunCommand } from "./command.ts";
import { reasonOf } from "./problem.ts";

/** Where to look for a CLI, and how to ask it for its version. */
export interface Search {
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  run: RunCommand;
}

/** A usable CLI with its version without a leading `v`, or why there is none. */
export type Located =
  | { found: true; directory: string; pulumi: string; version: string }
  | Unusable;

interface Unusable {
  found: false;
  reason: string;
}

/** Oldest CLI that imports resources from a file with inputs and outputs. */
export const minimumVersion = "3.254.0";

const versionTimeoutMs = 20_000;

/** Looks for a CLI on PATH that is new enough and has its companions for Node.js. */
export async function locateOnPath(search: Search): Promise<Located> {
  const directories = pathDirectories(search);
  const directory = await firstWith(programsOn(search.platform).pulumi, directories);
  if (directory === undefined) return { found: false, reason: "there is no `pulumi` on PATH" };
  return inspect(directory, directories, search);
}

/** The CLI in a directory, if it starts, is new enough and has its companions beside it. */
export function locateIn(directory: string, search: Search): Promise<Located> {
  return inspect(directory, [directory], search);
}

/** File names of the CLI and of the programs it starts for projects of Node.js and Bun. */
export function programsOn(platform: NodeJS.Platform) {
  const windows = platform === "win32";
  return {
    pulumi: windows ? "pulumi.exe" : "pulumi",
    languageHost: windows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs",
    bunHost: windows ? "pulumi-language-bun.exe" : "pulumi-language-bun",
    dynamicProvider: windows
      ? "pulumi-resource-pulumi-nodejs.cmd"
      : "pulumi-resource-pulumi-nodejs",
  };
}

async function inspect(
  directory: string,
  companionsIn: readonly string[],
  search: Search,
): Promise<Located> {
  const { pulumi: name, ...companions } = programsOn(search.platform);
  const pulumi = join(directory, name);
  const asked = await askVersion(pulumi, search);
  if ("reason" in asked) return asked;
  const { version } = asked;
  if (version.localeCompare(minimumVersion, "en", { numeric: true }) < 0) {
    return { found: false, reason: `${pulumi} is only version ${version}` };
  }
  const beside = dirname(await realpath(pulumi));
  for (const companion of Object.values(companions)) {
    if ((await firstWith(companion, [beside, ...companionsIn])) === undefined) {
      return { found: false, reason: `${pulumi} has no ${companion} beside it or on PATH` };
    }
  }
  return { found: true, directory, pulumi, version };
}

function pathDirectories({ environment, platform }: Search): string[] {
  // Windows spells the variable `Path`, and a copied environment keeps that spelling.
  const name =
    platform === "win32"
      ? Object.keys(environment).find((key) => key.toUpperCase() === "PATH")
      : "PATH";
  const value = name === undefined ? undefined : environment[name];
  return (value ?? "").split(delimiter).filter((directory) => directory !== "");
}

async function firstWith(
  name: string,
  directories: readonly string[],
): Promise<string | undefined> {
  for (const directory of directories) {
    try {
      await access(join(directory, name), constants.X_OK);
      return directory;
    } catch {
      // Not here; PATH may also name directories that do not exist.
    }
  }
  return undefined;
}

async function askVersion(
  pulumi: string,
  { environment, run }: Search,
): Promise<{ version: string } | Unusable> {
  try {
    const { stdout, stderr } = await run({
      program: pulumi,
      args: ["version"],
      environment: { ...environment, PULUMI_SKIP_UPDATE_CHECK: "true" },
      timeoutMs: versionTimeoutMs,
    });
    // A pre-release counts as its release.
    const version = /^v?(\d+\.\d+\.\d+)(?:[-+]\S*)?\r?$/m.exec(stdout)?.[1];
    if (version !== undefined) return { version };
    const said = stderr === "" ? "" : `: ${stderr.split("\n")[0]}`;
    return { found: false, reason: `\`${pulumi} version\` names no version${said}` };
  } catch (error) {
    return { found: false, reason: `${pulumi} cannot be started: ${reasonOf(error)}` };
  }
}

import { access, constants, realpath } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { RunCommand } from "./command.ts";
import { executablesOn } from "./executables.ts";
import { reasonOf } from "./problem.ts";
import {
  compareVersions,
  formatVersion,
  minimumVersion,
  parseVersion,
  type Version,
} from "./version.ts";

/** Where to look for a CLI, and how to ask it for its version. */
export interface PathSearch {
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  run: RunCommand;
}

/** A usable CLI, or why there is none. */
export type Located =
  | { found: true; directory: string; pulumi: string; version: string }
  | { found: false; reason: string };

const versionTimeoutMs = 20_000;

/** Looks for a CLI on PATH that is new enough and has its companions for Node.js. */
export async function locateOnPath(search: PathSearch): Promise<Located> {
  const directories = pathDirectories(search);
  const names = executablesOn(search.platform);
  const directory = await firstWith(names.pulumi, directories);
  if (directory === undefined) return { found: false, reason: "there is no `pulumi` on PATH" };

  const pulumi = join(directory, names.pulumi);
  const version = await askVersion(pulumi, search);
  if (typeof version === "string") return { found: false, reason: version };
  if (compareVersions(version, minimumVersion) < 0) {
    return { found: false, reason: `${pulumi} is only version ${formatVersion(version)}` };
  }
  const beside = dirname(await realpath(pulumi));
  for (const companion of [names.languageHost, names.dynamicProvider]) {
    if ((await firstWith(companion, [beside, ...directories])) === undefined) {
      return { found: false, reason: `${pulumi} has no ${companion} beside it or on PATH` };
    }
  }
  return { found: true, directory, pulumi, version: formatVersion(version) };
}

function pathDirectories({ environment, platform }: PathSearch): string[] {
  // Windows spells the variable `Path`, and a copied environment keeps that spelling.
  const name =
    platform === "win32"
      ? Object.keys(environment).find((key) => key.toUpperCase() === "PATH")
      : "PATH";
  const value = name === undefined ? undefined : environment[name];
  return (value ?? "").split(delimiter).filter((directory) => directory !== "");
}

async function firstWith(name: string, directories: string[]): Promise<string | undefined> {
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

async function askVersion(pulumi: string, { environment, run }: PathSearch) {
  try {
    const answer = await run({
      program: pulumi,
      args: ["version"],
      environment: { ...environment, PULUMI_SKIP_UPDATE_CHECK: "true" },
      timeoutMs: versionTimeoutMs,
    });
    const version: Version | undefined = parseVersion(answer.stdout);
    return version ?? `\`${pulumi} version\` names no version`;
  } catch (error) {
    return `${pulumi} cannot be started: ${reasonOf(error)}`;
  }
}

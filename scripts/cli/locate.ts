import { spawnSync } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { oldestCli } from "../../cli/doctor/checks/pulumi.ts";

/** A usable CLI with its version without a leading `v`, or why there is none. */
export type Located =
  | {
      readonly found: true;
      readonly directory: string;
      readonly pulumi: string;
      readonly version: string;
    }
  | { readonly found: false; readonly reason: string };

const isWindows = process.platform === "win32";

/** File names of the CLI and of what it starts for a project of Node.js. */
export const programs = {
  pulumi: isWindows ? "pulumi.exe" : "pulumi",
  languageHost: isWindows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs",
  dynamicProvider: isWindows
    ? "pulumi-resource-pulumi-nodejs.cmd"
    : "pulumi-resource-pulumi-nodejs",
};

/** The first CLI in these directories, if it starts, is new enough and has its companions there or beside it. */
export function locate(directories: readonly string[]): Located {
  const directory = firstWith(programs.pulumi, directories);
  if (directory === undefined) return unusable("there is no `pulumi`");
  const pulumi = join(directory, programs.pulumi);
  const version = versionOf(pulumi);
  if (version === undefined) return unusable(`\`${pulumi} version\` names no version`);
  if (version.localeCompare(oldestCli, "en", { numeric: true }) < 0) {
    return unusable(`${pulumi} is only version ${version}`);
  }
  const places = [dirname(realpathSync(pulumi)), ...directories];
  const missing = Object.values(programs).find((name) => firstWith(name, places) === undefined);
  if (missing !== undefined) return unusable(`${pulumi} has no ${missing} beside it or on PATH`);
  return { found: true, directory, pulumi, version };
}

function unusable(reason: string): Located {
  return { found: false, reason };
}

function firstWith(name: string, directories: readonly string[]): string | undefined {
  return directories.find((directory) => isExecutable(join(directory, name)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A pre-release counts as its release. */
function versionOf(pulumi: string): string | undefined {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { stdout } = spawnSync(pulumi, ["version"], { encoding: "utf8", env, timeout: 20_000 });
  return /^v?(\d+\.\d+\.\d+)(?:[-+]\S*)?\r?$/m.exec(stdout ?? "")?.[1];
}

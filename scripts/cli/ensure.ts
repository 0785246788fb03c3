import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { oldestCli } from "../../cli/doctor/checks/pulumi.ts";
import { build } from "../offline/build-cli.ts";
import { cacheDirectory } from "./cache-directory.ts";
import { download } from "./download.ts";
import { locate } from "./locate.ts";

/** The release that is used where none is on PATH. */
export const pulumiVersion = "3.274.1";

/** A directory to put on PATH, and how its CLI got there. */
export interface PulumiCli {
  readonly directory: string;
  readonly pulumi: string;
  /** Version without a leading `v`. */
  readonly version: string;
  readonly source: "path" | "cache" | Way["source"];
}

/** One way to get the programs of the CLI. */
export interface Way {
  readonly source: "download" | "build";
  /** Name of its entry in the cache. */
  entry(version: string): string;
  /** Puts the programs into an empty directory. */
  fill(directory: string, version: string): void | Promise<void>;
}

/** Where to look and what to try. */
interface Places {
  /** Directories that may have a CLI. */
  readonly path: readonly string[];
  readonly cache: string;
  /** Tried in this order. */
  readonly ways: readonly Way[];
}

let ensured: Promise<PulumiCli> | undefined;

/** The Pulumi CLI that scripts and tests start, got once for all later runs where there is none. */
export function ensurePulumi(): Promise<PulumiCli> {
  const { env: environment, platform } = process;
  ensured ??= findPulumi({
    path: (process.env["PATH"] ?? "").split(delimiter).filter((directory) => directory !== ""),
    cache: cacheDirectory({ environment, platform, home: homedir() }),
    ways: [download, build],
  });
  return ensured;
}

/** The CLI on PATH or in the cache, else the one that the first way gets that works. */
export async function findPulumi({ path, cache, ways }: Places): Promise<PulumiCli> {
  const onPath = locate(path);
  if (onPath.found) return { ...onPath, source: "path" };
  for (const way of ways) {
    const cached = locate([join(cache, way.entry(pulumiVersion))]);
    if (cached.found) return { ...cached, source: "cache" };
  }
  const reasons = [`${onPath.reason} on PATH`];
  mkdirSync(cache, { recursive: true });
  for (const way of ways) {
    try {
      return { ...(await got(way, cache)), source: way.source };
    } catch (error) {
      reasons.push(`${way.source}: ${reasonOf(error)}`);
    }
  }
  throw new Error(
    `The Pulumi CLI is not ready (${reasons.join("; ")}). Install version ${oldestCli} or newer, or Go, and run this again.`,
  );
}

async function got(way: Way, cache: string) {
  const directory = join(cache, way.entry(pulumiVersion));
  const partial = mkdtempSync(`${directory}-`);
  try {
    await way.fill(partial, pulumiVersion);
    // One that starts is another process's, which was quicker; any other one is damaged.
    if (!locate([directory]).found) {
      rmSync(directory, { recursive: true, force: true });
      renameSync(partial, directory);
    }
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  const located = locate([directory]);
  if (!located.found) throw new Error(located.reason);
  return located;
}

/** The error and its causes as one line. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.message.split("\n")[0] ?? "";
  return error.cause === undefined ? text : `${text}: ${reasonOf(error.cause)}`;
}

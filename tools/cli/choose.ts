import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "./clock.ts";
import { executablesOn } from "./executables.ts";
import { installAtomically } from "./install.ts";
import type { Located } from "./locate.ts";
import { withLock } from "./lock.ts";
import { isIntact } from "./manifest.ts";
import type { PinnedCli } from "./pinned.ts";
import { Problem, reasonOf } from "./problem.ts";
import type { Progress } from "./progress.ts";
import { formatVersion, minimumVersion } from "./version.ts";

/** A directory to put on PATH, and how its CLI got there. */
export interface PulumiCli {
  directory: string;
  pulumi: string;
  /** Version without a leading `v`. */
  version: string;
  source: "path" | "cache" | "build" | "download";
}

/** One way to get the programs of the CLI into an empty directory. */
export interface Way {
  source: "build" | "download";
  /** What to say before the reason when this way fails. */
  failure: string;
  fill(directory: string, cli: PinnedCli): Promise<void>;
}

/** Everything the choice depends on. */
export interface ChooseOptions {
  cacheDirectory: string;
  platform: NodeJS.Platform;
  clock: Clock;
  progress: Progress;
  locate(): Promise<Located>;
  pinned(): Promise<PinnedCli>;
  /** Tried in this order when neither PATH nor the cache has a CLI. */
  ways: readonly Way[];
  isAlive?: (pid: number) => boolean;
}

/** Takes the CLI from PATH or the cache, or else prepares it once for all later runs. */
export async function choosePulumi(options: ChooseOptions): Promise<PulumiCli> {
  const located = await options.locate();
  if (located.found) {
    const { directory, pulumi, version } = located;
    return { directory, pulumi, version, source: "path" };
  }
  const cli = await options.pinned();
  const cached = await fromCache(cli, options);
  if (cached !== undefined) return cached;
  await createCache(options.cacheDirectory);
  const path = `${directoryOf(cli, options)}.lock`;
  try {
    return await withLock({ ...options, path }, async () => {
      const meanwhile = await fromCache(cli, options);
      return meanwhile ?? prepare(cli, located.reason, options);
    });
  } finally {
    options.progress.clear();
  }
}

async function createCache(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
  } catch (error) {
    throw new Problem(
      `The Pulumi CLI was not prepared: ${directory} cannot be created (${reasonOf(error)}). ` +
        "Set PULUMI_HOSTING_CACHE_DIR to a directory you can write to.",
    );
  }
}

async function fromCache(cli: PinnedCli, options: ChooseOptions): Promise<PulumiCli | undefined> {
  const names = Object.values(executablesOn(options.platform));
  const intact = await isIntact(directoryOf(cli, options), names);
  return intact ? describe(cli, "cache", options) : undefined;
}

async function prepare(
  cli: PinnedCli,
  notOnPath: string,
  options: ChooseOptions,
): Promise<PulumiCli> {
  const reasons: string[] = [notOnPath];
  const names = Object.values(executablesOn(options.platform));
  const directory = directoryOf(cli, options);
  for (const way of options.ways) {
    try {
      await installAtomically({ directory, names, clock: options.clock }, (partial) =>
        way.fill(partial, cli),
      );
      return describe(cli, way.source, options);
    } catch (error) {
      reasons.push(`${way.failure} (${reasonOf(error)})`);
    }
  }
  throw new Problem(
    `The Pulumi CLI is not ready: ${reasons.join("; ")}. Install the Pulumi CLI ` +
      `${formatVersion(minimumVersion)} or newer, or Go 1.25 or newer, and run this again.`,
  );
}

function describe(cli: PinnedCli, source: PulumiCli["source"], options: ChooseOptions): PulumiCli {
  const directory = directoryOf(cli, options);
  const pulumi = join(directory, executablesOn(options.platform).pulumi);
  return { directory, pulumi, version: cli.version, source };
}

function directoryOf(cli: PinnedCli, options: ChooseOptions): string {
  return join(options.cacheDirectory, cli.key);
}

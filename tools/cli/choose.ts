import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../provider/clock.ts";
import { installAtomically } from "./install.ts";
import { type Located, minimumVersion } from "./locate.ts";
import { withLock } from "./lock.ts";
import type { PinnedCli } from "./pinned.ts";
import { Problem, reasonOf } from "./problem.ts";
import type { Progress } from "./progress.ts";

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
  clock: Clock;
  progress: Progress;
  locateOnPath(): Promise<Located>;
  locateIn(directory: string): Promise<Located>;
  pinned(): Promise<PinnedCli>;
  /** Tried in this order when neither PATH nor the cache has a CLI. */
  ways: readonly Way[];
}

/** Takes the CLI from PATH or the cache, or else prepares it once for all later runs. */
export async function choosePulumi(options: ChooseOptions): Promise<PulumiCli> {
  const onPath = await options.locateOnPath();
  if (onPath.found) return described(onPath, "path");
  const cli = await options.pinned();
  const cached = () => locatePinned(join(options.cacheDirectory, cli.key), cli, options);
  const before = await cached();
  if (before.found) return described(before, "cache");
  await createCache(options.cacheDirectory);
  try {
    return await withLock({ ...options, path: join(options.cacheDirectory, "lock") }, async () => {
      const meanwhile = await cached();
      if (meanwhile.found) return described(meanwhile, "cache");
      return prepare(cli, onPath.reason, options);
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

async function prepare(
  cli: PinnedCli,
  notOnPath: string,
  options: ChooseOptions,
): Promise<PulumiCli> {
  const reasons: string[] = [notOnPath];
  const directory = join(options.cacheDirectory, cli.key);
  for (const way of options.ways) {
    try {
      await installAtomically(directory, (partial) => way.fill(partial, cli));
      const made = await locatePinned(directory, cli, options);
      if (made.found) return described(made, way.source);
      reasons.push(`${way.failure} (${made.reason})`);
    } catch (error) {
      reasons.push(`${way.failure} (${reasonOf(error)})`);
    }
  }
  throw new Problem(
    `The Pulumi CLI is not ready: ${reasons.join("; ")}. Install the Pulumi CLI ` +
      `${minimumVersion} or newer, or Go ${cli.go} or newer, and run this again.`,
  );
}

/** A CLI of the cache starts before it is used: that shows a damaged one, and a place that forbids programs. */
async function locatePinned(
  directory: string,
  { version }: PinnedCli,
  { locateIn }: ChooseOptions,
): Promise<Located> {
  const located = await locateIn(directory);
  if (!located.found || located.version === version) return located;
  return { found: false, reason: `${located.pulumi} starts as ${located.version}, not ${version}` };
}

function described(
  { directory, pulumi, version }: Extract<Located, { found: true }>,
  source: PulumiCli["source"],
): PulumiCli {
  return { directory, pulumi, version, source };
}

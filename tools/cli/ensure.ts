import { homedir } from "node:os";
import { join } from "node:path";
import { buildWithGo } from "./build.ts";
import { cacheDirectory } from "./cache-directory.ts";
import type { Checkout } from "./checkout.ts";
import { type ChooseOptions, choosePulumi, type PulumiCli, type Way } from "./choose.ts";
import { systemClock } from "./clock.ts";
import { runCommand } from "./command.ts";
import { downloadRelease } from "./download.ts";
import { executablesOn } from "./executables.ts";
import { locateOnPath } from "./locate.ts";
import { readPinnedCli } from "./pinned.ts";
import { Problem } from "./problem.ts";
import { type Progress, progressOn } from "./progress.ts";
import { pulumiReleases } from "./release.ts";
import { formatVersion, parseVersion } from "./version.ts";

export type { PulumiCli } from "./choose.ts";

/** Finds the Pulumi CLI for this checkout, or builds or downloads it the first time. */
export function ensurePulumi(options: Partial<ChooseOptions> = {}): Promise<PulumiCli> {
  const { env: environment, platform, arch } = process;
  const checkout = { repository: join(import.meta.dirname, "..", ".."), platform, arch };
  const progress = options.progress ?? progressOn(process.stderr, systemClock);
  return choosePulumi({
    cacheDirectory: cacheDirectory({ environment, platform, home: homedir() }),
    platform,
    clock: systemClock,
    progress,
    locate: () => locateOnPath({ environment, platform, run: runCommand }),
    pinned: () => readPinnedCli(checkout),
    ways: [build(checkout, progress), download(checkout, progress)].map(started),
    ...options,
  });
}

/** Adds a first start of the new CLI, which a cache without permission to execute would refuse. */
function started(way: Way): Way {
  const fill: Way["fill"] = async (directory, cli) => {
    await way.fill(directory, cli);
    const pulumi = join(directory, executablesOn(process.platform).pulumi);
    const { stdout, stderr } = await runCommand({ program: pulumi, args: ["version"] });
    const version = parseVersion(stdout);
    if (version === undefined || formatVersion(version) !== cli.version) {
      throw new Problem(`the new ${pulumi} does not start as ${cli.version}: ${stderr || stdout}`);
    }
  };
  return { ...way, fill };
}

function build(checkout: Checkout, progress: Progress): Way {
  const shared = { checkout, progress, environment: process.env, run: runCommand };
  return {
    source: "build",
    failure: "it could not be built",
    fill: (directory, { version }) =>
      buildWithGo(directory, { ...shared, version, clock: systemClock }),
  };
}

function download(checkout: Checkout, progress: Progress): Way {
  const shared = { checkout, progress, releases: pulumiReleases, fetch, run: runCommand };
  return {
    source: "download",
    failure: "it could not be downloaded",
    fill: (directory, { version }) => downloadRelease(directory, { ...shared, version }),
  };
}

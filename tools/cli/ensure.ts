import { homedir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../provider/clock.ts";
import { buildWithGo } from "./build.ts";
import { cacheDirectory } from "./cache-directory.ts";
import { choosePulumi, type PulumiCli, type Way } from "./choose.ts";
import { runCommand } from "./command.ts";
import { downloadRelease } from "./download.ts";
import { locateIn, locateOnPath } from "./locate.ts";
import { readPinnedCli } from "./pinned.ts";
import { progressOn } from "./progress.ts";
import { pulumiReleases } from "./release.ts";

let ensured: Promise<PulumiCli> | undefined;

/** Finds the Pulumi CLI for this checkout once a process, or builds or downloads it the first time. */
export function ensurePulumi(): Promise<PulumiCli> {
  ensured ??= choosePulumi({
    cacheDirectory: cacheDirectory({ environment, platform, home: homedir() }),
    clock: systemClock,
    progress,
    locateOnPath: () => locateOnPath(search),
    locateIn: (directory) => locateIn(directory, search),
    pinned: () => readPinnedCli(checkout),
    ways: [build, download],
  });
  return ensured;
}

const { env: environment, platform, arch } = process;
const checkout = { repository: join(import.meta.dirname, "..", ".."), platform, arch };
const progress = progressOn(process.stderr, systemClock);
const search = { environment, platform, run: runCommand };
const shared = { checkout, progress, run: runCommand };

const build: Way = {
  source: "build",
  failure: "it could not be built",
  fill: (directory, { version }) =>
    buildWithGo(directory, { ...shared, version, environment, clock: systemClock }),
};

const download: Way = {
  source: "download",
  failure: "it could not be downloaded",
  fill: (directory, { version }) =>
    downloadRelease(directory, { ...shared, version, releases: pulumiReleases, fetch }),
};

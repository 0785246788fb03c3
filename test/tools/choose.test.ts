import { chmod, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type ChooseOptions, choosePulumi, type Way } from "../../tools/cli/choose.ts";
import { runCommand } from "../../tools/cli/command.ts";
import { locateIn } from "../../tools/cli/locate.ts";
import { FakeClock, programOf, RecordedProgress, signal, writePrograms } from "./fakes.ts";
import { temporaryDirectory } from "./temporary.ts";

const cli = { version: "3.300.0", go: "1.30.1", key: "3.300.0-abc" };
const search = { environment: process.env, platform: "linux", run: runCommand } as const;

function way(source: Way["source"], fill: Way["fill"]) {
  return { source, failure: `${source} failed`, fill: vi.fn(fill) };
}

async function prepared(overrides: Partial<ChooseOptions> = {}) {
  const build = way("build", (directory) => writePrograms(directory));
  const clock = new FakeClock();
  const options: ChooseOptions = {
    cacheDirectory: join(await temporaryDirectory(), "cache"),
    clock,
    progress: new RecordedProgress(),
    locateOnPath: () => Promise.resolve({ found: false, reason: "there is none on PATH" }),
    locateIn: (directory) => locateIn(directory, search),
    pinned: () => Promise.resolve(cli),
    ways: [build],
    ...overrides,
  };
  const directory = join(options.cacheDirectory, cli.key);
  return { options, build, clock, directory };
}

test("a CLI on PATH is used and nothing is prepared", async () => {
  const onPath = { directory: "/bin", pulumi: "/bin/pulumi", version: "3.301.0" };
  const pinned = vi.fn(() => Promise.resolve(cli));
  const locateOnPath = () => Promise.resolve({ found: true, ...onPath } as const);
  const { options, build } = await prepared({ locateOnPath, pinned });
  expect(await choosePulumi(options)).toEqual({ ...onPath, source: "path" });
  expect(pinned).not.toHaveBeenCalled();
  expect(build.fill).not.toHaveBeenCalled();
});

test("the first run builds, the next one finds the result", async () => {
  const { options, build, directory } = await prepared();
  const expected = { directory, pulumi: join(directory, "pulumi"), version: "3.300.0" };
  expect(await choosePulumi(options)).toEqual({ ...expected, source: "build" });
  expect(await choosePulumi(options)).toEqual({ ...expected, source: "cache" });
  expect(build.fill).toHaveBeenCalledTimes(1);
  expect(await readdir(options.cacheDirectory)).toEqual([cli.key, "lock"]);
});

test.each<[string, (directory: string) => Promise<void>]>([
  ["half a program", (directory) => writeFile(join(directory, "pulumi"), "half")],
  ["another version", (directory) => writeFile(join(directory, "pulumi"), programOf("3.301.0"))],
  ["a program that may not start", (directory) => chmod(join(directory, "pulumi"), 0o644)],
  ["no program", (directory) => rm(join(directory, "pulumi"))],
  ["no language host", (directory) => rm(join(directory, "pulumi-language-nodejs"))],
  ["no language host for Bun", (directory) => rm(join(directory, "pulumi-language-bun"))],
  ["no provider script", (directory) => rm(join(directory, "pulumi-resource-pulumi-nodejs"))],
])("%s in the cache is noticed and built again", async (_name, damage) => {
  const { options, build, directory } = await prepared();
  await choosePulumi(options);
  await damage(directory);
  expect(await choosePulumi(options)).toMatchObject({ source: "build" });
  expect(build.fill).toHaveBeenCalledTimes(2);
  expect(await choosePulumi(options)).toMatchObject({ source: "cache" });
});

test("a half-written directory of a killed run is not used", async () => {
  const { options, directory } = await prepared();
  await choosePulumi(options);
  await rename(directory, `${directory}.partial`);
  expect(await choosePulumi(options)).toMatchObject({ source: "build" });
});

test("two runs at once build once", async () => {
  const [started, allowed] = [signal(), signal()];
  const build = way("build", async (directory) => {
    started.reach();
    await allowed.reached;
    await writePrograms(directory);
  });
  const { options, clock } = await prepared({ ways: [build] });
  const first = choosePulumi(options);
  await started.reached;
  clock.onSleep = async () => {
    allowed.reach();
    await first;
  };
  const second = choosePulumi(options);
  expect(await first).toMatchObject({ source: "build" });
  expect(await second).toMatchObject({ source: "cache" });
  expect(build.fill).toHaveBeenCalledTimes(1);
});

test("what a killed run left is removed, and its lock is no hindrance", async () => {
  const { options, directory } = await prepared();
  await mkdir(`${directory}.partial`, { recursive: true });
  await writeFile(join(`${directory}.partial`, "pulumi"), "half");
  await writeFile(join(options.cacheDirectory, "lock"), "");
  expect(await choosePulumi(options)).toMatchObject({ source: "build" });
  expect(await readdir(options.cacheDirectory)).toEqual([cli.key, "lock"]);
});

test("programs that do not start as the version they should be are refused", async () => {
  const build = way("build", (directory) => writePrograms(directory, programOf("3.301.0")));
  const { options, directory } = await prepared({ ways: [build] });
  await expect(choosePulumi(options)).rejects.toThrow(
    `build failed (${join(directory, "pulumi")} starts as 3.301.0, not 3.300.0)`,
  );
});

test("the next way is tried after a failure", async () => {
  const build = way("build", () => Promise.reject(new Error("no go")));
  const download = way("download", (directory) => writePrograms(directory));
  const { options } = await prepared({ ways: [build, download] });
  expect(await choosePulumi(options)).toMatchObject({ source: "download" });
});

test("without Go and without a network, one line says what to install and why", async () => {
  const network = new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND\nx") });
  const build = way("build", () => Promise.reject(new Error("there is no `go` on PATH")));
  const download = way("download", () => Promise.reject(network));
  const { options } = await prepared({ ways: [build, download] });
  await expect(choosePulumi(options)).rejects.toThrow(
    /^The Pulumi CLI is not ready: there is none on PATH; build failed \(there is no `go` on PATH\); download failed \(fetch failed: getaddrinfo ENOTFOUND x\)\. Install the Pulumi CLI 3\.254\.0 or newer, or Go 1\.30\.1 or newer, and run this again\.$/,
  );
  expect(await readdir(options.cacheDirectory)).toEqual(["lock"]);
});

test("an unusable cache directory is named", async () => {
  const file = join(await temporaryDirectory(), "file");
  await writeFile(file, "");
  const { options } = await prepared({ cacheDirectory: join(file, "cache") });
  await expect(choosePulumi(options)).rejects.toThrow(/Set PULUMI_HOSTING_CACHE_DIR/);
});

import { readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type ChooseOptions, choosePulumi, type Way } from "../../tools/cli/choose.ts";
import { FakeClock, RecordedProgress, signal, writePrograms } from "./fakes.ts";
import { temporaryDirectory } from "./temporary.ts";

const cli = { version: "3.1.2", key: "3.1.2-abc" };

function way(source: Way["source"], fill: Way["fill"]) {
  return { source, failure: `${source} failed`, fill: vi.fn(fill) };
}

async function prepared(overrides: Partial<ChooseOptions> = {}) {
  const build = way("build", (directory) => writePrograms(directory));
  const clock = new FakeClock();
  const options: ChooseOptions = {
    cacheDirectory: join(await temporaryDirectory(), "cache"),
    platform: "linux",
    clock,
    progress: new RecordedProgress(),
    locate: () => Promise.resolve({ found: false, reason: "there is none on PATH" }),
    pinned: () => Promise.resolve(cli),
    ways: [build],
    ...overrides,
  };
  const directory = join(options.cacheDirectory, cli.key);
  return { options, build, clock, directory };
}

test("a CLI on PATH is used and nothing is prepared", async () => {
  const onPath = { directory: "/bin", pulumi: "/bin/pulumi", version: "3.300.0" };
  const pinned = vi.fn(() => Promise.resolve(cli));
  const locate = () => Promise.resolve({ found: true, ...onPath } as const);
  const { options, build } = await prepared({ locate, pinned });
  expect(await choosePulumi(options)).toEqual({ ...onPath, source: "path" });
  expect(pinned).not.toHaveBeenCalled();
  expect(build.fill).not.toHaveBeenCalled();
});

test("the first run builds, the next one finds the result", async () => {
  const { options, build, directory } = await prepared();
  const expected = { directory, pulumi: join(directory, "pulumi"), version: "3.1.2" };
  expect(await choosePulumi(options)).toEqual({ ...expected, source: "build" });
  expect(await choosePulumi(options)).toEqual({ ...expected, source: "cache" });
  expect(build.fill).toHaveBeenCalledTimes(1);
  expect(await readdir(options.cacheDirectory)).toEqual([cli.key]);
});

test("a broken file is noticed and built again", async () => {
  const { options, build, directory } = await prepared();
  await choosePulumi(options);
  await writeFile(join(directory, "pulumi"), "half");
  expect(await choosePulumi(options)).toMatchObject({ source: "build" });
  expect(build.fill).toHaveBeenCalledTimes(2);
});

test("a half-written directory of a killed run is not used", async () => {
  const { options, directory } = await prepared();
  await choosePulumi(options);
  await rename(directory, `${directory}.partial-killed`);
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

test("the lock of a killed run is taken over", async () => {
  const { options, directory } = await prepared({ isAlive: () => false });
  await choosePulumi({ ...options, pinned: () => Promise.resolve({ ...cli, key: "other" }) });
  await writeFile(`${directory}.lock`, '{"pid":4711,"startedMs":0}');
  expect(await choosePulumi(options)).toMatchObject({ source: "build" });
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
    /^The Pulumi CLI is not ready: there is none on PATH; build failed \(there is no `go` on PATH\); download failed \(fetch failed: getaddrinfo ENOTFOUND x\)\. Install the Pulumi CLI 3\.254\.0 or newer, or Go 1\.25 or newer, and run this again\.$/,
  );
  expect(await readdir(options.cacheDirectory)).toEqual([]);
});

test("an unusable cache directory is named", async () => {
  const file = join(await temporaryDirectory(), "file");
  await writeFile(file, "");
  const { options } = await prepared({ cacheDirectory: join(file, "cache") });
  await expect(choosePulumi(options)).rejects.toThrow(/Set PULUMI_HOSTING_CACHE_DIR/);
});

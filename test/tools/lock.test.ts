import { readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { withLock } from "../../tools/cli/lock.ts";
import { FakeClock, RecordedProgress } from "./fakes.ts";
import { temporaryDirectory } from "./temporary.ts";

const otherHolder = '{"pid":4711,"startedMs":0}';

async function lock(isAlive: (pid: number) => boolean) {
  const path = join(await temporaryDirectory(), "cli.lock");
  return { path, clock: new FakeClock(), progress: new RecordedProgress(), isAlive };
}

const alive = () => true;
const dead = () => false;

test("the lock is held during the work and gone afterwards, also after a failure", async () => {
  const options = await lock(alive);
  const held = await withLock(options, () => readFile(options.path, "utf8"));
  expect(held).toContain(`"pid":${process.pid}`);
  await expect(withLock(options, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await readdir(dirname(options.path))).toEqual([]);
});

test("waits for a live holder and says for which", async () => {
  const options = await lock(alive);
  const startedMs = options.clock.now() - 65_000;
  await writeFile(options.path, JSON.stringify({ pid: 4711, startedMs }));
  let waits = 0;
  options.clock.onSleep = async () => {
    waits += 1;
    if (waits === 3) await rm(options.path);
  };
  expect(await withLock(options, async () => waits)).toBe(3);
  expect(options.progress.updates[0]).toBe(
    "Waiting for process 4711, which has been preparing the Pulumi CLI for 1 min 05 s",
  );
});

test("takes over from a dead holder without waiting", async () => {
  const options = await lock(dead);
  await writeFile(options.path, otherHolder);
  expect(await withLock(options, async () => "done")).toBe("done");
  expect(options.progress.updates).toEqual([]);
  expect(await readdir(dirname(options.path))).toEqual([]);
});

test("asks the operating system whether the holder lives", async () => {
  const { path, clock, progress } = await lock(alive);
  await writeFile(path, `{"pid":${process.pid},"startedMs":0}`);
  let waited = false;
  clock.onSleep = async () => {
    waited = true;
    // Above the largest process id of any platform.
    await writeFile(path, '{"pid":4194305,"startedMs":0}');
  };
  expect(await withLock({ path, clock, progress }, async () => waited)).toBe(true);
});

test("a lock without content is left alone for ten seconds", async () => {
  const options = await lock(alive);
  await writeFile(options.path, "");
  await utimes(options.path, options.clock.now() / 1000, options.clock.now() / 1000);
  const startedMs = options.clock.now();
  await withLock(options, async () => {});
  expect(options.clock.now() - startedMs).toBe(10_500);
  expect(options.progress.updates[0]).toContain("another process");
});

test("gives up after half an hour and names the file", async () => {
  const options = await lock(alive);
  await writeFile(options.path, otherHolder);
  options.clock.onSleep = () => {
    options.clock.time += 60_000;
  };
  const locked = withLock(options, async () => {});
  await expect(locked).rejects.toThrow(`process 4711 has held ${options.path} for over 30 min`);
  expect(await readFile(options.path, "utf8")).toBe(otherHolder);
});

test("a lock that someone else took over is not removed", async () => {
  const options = await lock(alive);
  await withLock(options, () => writeFile(options.path, otherHolder));
  expect(await readFile(options.path, "utf8")).toBe(otherHolder);
});

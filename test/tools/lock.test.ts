import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withLock } from "../../tools/cli/lock.ts";
import { FakeClock, RecordedProgress, signal } from "./fakes.ts";
import { temporaryDirectory } from "./temporary.ts";

async function lock() {
  const path = join(await temporaryDirectory(), "lock");
  return { path, clock: new FakeClock(), progress: new RecordedProgress() };
}

/** Another process that holds the lock until it is killed. */
async function holder(path: string) {
  const script = `
    const { DatabaseSync } = require("node:sqlite");
    globalThis.database = new DatabaseSync(${JSON.stringify(path)});
    database.exec("BEGIN EXCLUSIVE");
    console.log("held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--no-warnings", "-e", script]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return async () => {
    child.kill("SIGKILL");
    await once(child, "close");
  };
}

test("one does its work at a time, also after a failure", async () => {
  const options = await lock();
  const order: string[] = [];
  const [started, allowed] = [signal(), signal()];
  const first = withLock(options, async () => {
    started.reach();
    await allowed.reached;
    order.push("first");
    throw new Error("no");
  });
  await started.reached;
  options.clock.onSleep = async () => {
    allowed.reach();
    await first.catch(() => {});
  };
  await withLock(options, async () => void order.push("second"));
  await expect(first).rejects.toThrow("no");
  expect(order).toEqual(["first", "second"]);
});

test("waits for another process, says for how long, and goes on when it was killed", async () => {
  const options = await lock();
  const kill = await holder(options.path);
  let waits = 0;
  options.clock.onSleep = async () => {
    waits += 1;
    options.clock.time += 64_500;
    if (waits === 3) await kill();
  };
  expect(await withLock(options, async () => waits)).toBe(3);
  expect(options.progress.updates).toEqual([
    "Waiting for another process, which is preparing the Pulumi CLI, 0 s",
    "Waiting for another process, which is preparing the Pulumi CLI, 1 min 05 s",
    "Waiting for another process, which is preparing the Pulumi CLI, 2 min 10 s",
  ]);
});

test("a free lock is taken without waiting", async () => {
  const options = await lock();
  await writeFile(options.path, "");
  expect(await withLock(options, async () => "done")).toBe("done");
  expect(options.progress.updates).toEqual([]);
});

test("gives up after half an hour and names the file", async () => {
  const options = await lock();
  await holder(options.path);
  options.clock.onSleep = () => {
    options.clock.time += 60_000;
  };
  const locked = withLock(options, async () => {});
  await expect(locked).rejects.toThrow(
    `another process has held ${options.path} for over 30 min. End that process`,
  );
});

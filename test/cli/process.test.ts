import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const main = join(import.meta.dirname, "..", "..", "cli", "main.ts");
const hosting = `"${process.execPath}" "${main}"`;
const run = promisify(execFile);

describe("the process", { timeout: 60_000 }, () => {
  test("piped into head it ends quietly", async () => {
    const line = `set -o pipefail; ${hosting} --help | head -1`;
    expect(await run("bash", ["-c", line])).toEqual({
      stdout: "Usage: hosting [options] [command]\n",
      stderr: "",
    });
  });

  test("nobody who reads is no error", async () => {
    // `true` has ended long before Node has started.
    const line = `set -o pipefail; ${hosting} --help | true`;
    expect(await run("bash", ["-c", line])).toEqual({ stdout: "", stderr: "" });
  });

  // The device that is always full is Linux's.
  test.runIf(existsSync("/dev/full"))("a disk that is full is told in one line", async () => {
    await expect(run("bash", ["-c", `${hosting} --help > /dev/full`])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The output was not written: ENOSPC: .*\n$/),
    });
  });

  test("its exit code is the command's", async () => {
    await expect(run("bash", ["-c", `${hosting} xyz`])).rejects.toMatchObject({
      code: 1,
      stdout: "",
    });
  });
});

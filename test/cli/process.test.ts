import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../platform/support.ts";
import { silent } from "./answering.ts";

const main = join(import.meta.dirname, "..", "..", "cli", "main.ts");
const hosting = `"${process.execPath}" "${main}"`;
const run = promisify(execFile);

describe("the process", { timeout: 60_000 }, () => {
  test("piped into head it ends quietly", async () => {
    const line = `set -o pipefail; ${hosting} --help | head -1`;
    expect(await run("bash", ["-c", line])).toEqual({
      stdout: "Usage: pulumi-hosting [options] [command]\n",
      stderr: "",
    });
  });

  test("nobody who reads is no error", async () => {
    // `true` has ended long before Node has started.
    const line = `set -o pipefail; ${hosting} --help | true`;
    expect(await run("bash", ["-c", line])).toEqual({ stdout: "", stderr: "" });
  });

  // The device that is always full is Linux's.
  test.runIf(existsSync("/dev/full"))("a full disk is reported in one line", async () => {
    await expect(run("bash", ["-c", `${hosting} --help > /dev/full`])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The output was not written: ENOSPC: .*\n$/),
    });
  });

  test("Ctrl-C ends it, though a platform answers nothing, and leaves nothing", async () => {
    const directory = temporaryDirectory();
    const { env, stop } = await silent();
    const args = [main, "export", "--out", "infra", "--import-file", "import.json"];
    const seat = { cwd: directory, env: { ...process.env, ...env } };
    const child = spawn(process.execPath, args, seat);
    stop.addEventListener("abort", () => child.kill("SIGINT"));
    expect(await once(child, "exit")).toEqual([130, null]);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("its exit code is the command's", async () => {
    await expect(run("bash", ["-c", `${hosting} xyz`])).rejects.toMatchObject({
      code: 1,
      stdout: "",
    });
  });
});

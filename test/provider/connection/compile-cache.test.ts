import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const module = join(
  import.meta.dirname,
  "..",
  "..",
  "..",
  "provider",
  "connection",
  "compile-cache.ts",
);
const print = 'console.log(require("node:module").getCompileCacheDir() ?? "none")';

/** A machine whose directories are in one that goes with the test. */
function newMachine() {
  const home = mkdtempSync(join(tmpdir(), "compile-cache-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const name of ["tmp", "cache"]) mkdirSync(join(home, name));
  const ours = join(home, "cache", "pulumi-hosting", "compile");
  /** Where a process keeps what it compiles. */
  const cacheOf = (env: Readonly<Record<string, string>> = {}) => {
    const places = { TMPDIR: join(home, "tmp"), XDG_CACHE_HOME: join(home, "cache") };
    const { NODE_COMPILE_CACHE: _none, ...others } = process.env;
    const run = spawnSync(process.execPath, ["--require", module, "--eval", print], {
      encoding: "utf8",
      env: { ...others, ...places, ...env },
    });
    return run.stderr || run.stdout.trim();
  };
  return { home, ours, cacheOf };
}

test("compiled code is kept in the user's own cache, and not among temporary files", () => {
  const { home, ours, cacheOf } = newMachine();
  expect(cacheOf().startsWith(ours)).toBe(true);
  expect(statSync(ours).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(home, "tmp"))).toEqual([]);
});

test("NODE_COMPILE_CACHE keeps its priority", () => {
  const { home, cacheOf } = newMachine();
  const own = join(home, "own");
  expect(cacheOf({ NODE_COMPILE_CACHE: own }).startsWith(own)).toBe(true);
});

test.skipIf(process.platform === "win32").each([[".."], ["."]])(
  "nothing is run from a cache in whose %s others may write",
  (place) => {
    const { home, ours, cacheOf } = newMachine();
    cacheOf();
    chmodSync(join(ours, place), 0o777);
    expect(cacheOf()).toBe("none");
    expect(readdirSync(join(home, "tmp"))).toEqual([]);
  },
);

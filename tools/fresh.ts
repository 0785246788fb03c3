import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { networkSettings } from "./network.ts";
import { root } from "./steps.ts";

const help = `Runs both commands of the README as on an empty machine: in a clone of what is committed, with an empty
HOME, empty caches, and the Node, npm and Go that are on PATH. Of the user only .npmrc is there.

  npm run fresh            some 20 minutes

Fails when a command fails, when set-up takes more than a fifth of its time once it is done, or when git then
sees a change.`;

/** How many times faster set-up has to be once it is done. */
const leastTimes = 5;

if (process.argv.includes("--help")) console.log(help);
else {
  const machine = mkdtempSync(join(tmpdir(), "pulumi-hosting-fresh-"));
  try {
    play(machine);
  } finally {
    // Go's modules are read-only.
    spawnSync("chmod", ["-R", "u+w", machine]);
    rmSync(machine, { recursive: true });
  }
}

function play(machine: string): void {
  const clone = join(machine, "clone");
  execFileSync("git", ["clone", "--quiet", root, clone]);
  const env = environmentOf(machine);
  const seconds = (...command: readonly string[]) => timed(command, { cwd: clone, env });
  const setup = [seconds("run", "setup"), seconds("run", "setup")] as const;
  const [demo, test] = [seconds("run", "demo"), seconds("test")];
  const changes = execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" });

  const times = setup[0] / setup[1];
  console.log(
    `set-up ${setup[0]} s, once it is done ${setup[1]} s: ${times.toFixed(1)} times faster`,
  );
  console.log(`npm run demo ${demo} s, npm test ${test} s, both without that set-up`);
  if (times < leastTimes) fail(`set-up has to be ${leastTimes} times faster the second time`);
  if (changes !== "") fail(`git sees changes:\n${changes}`);
}

/** A user who has nothing yet. */
function environmentOf(machine: string): Record<string, string> {
  const home = join(machine, "home");
  mkdirSync(home);
  // Where the registry is, and what it is trusted by.
  const settings = join(homedir(), ".npmrc");
  if (existsSync(settings)) copyFileSync(settings, join(home, ".npmrc"));
  const places = (process.env["PATH"] ?? "").split(delimiter);
  const path = places.filter((place) => !place.includes("node_modules"));
  return { ...networkSettings(), HOME: home, PATH: path.join(delimiter) };
}

/** Seconds that npm took; ends this process where it failed. */
function timed(
  command: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): number {
  console.log(`\n> npm ${command.join(" ")}`);
  const startedAt = performance.now();
  const { status } = spawnSync("npm", [...command], { cwd, env, stdio: "inherit" });
  if (status !== 0) fail(`npm ${command.join(" ")} ended with ${status}`);
  return Math.round((performance.now() - startedAt) / 100) / 10;
}

function fail(reason: string): never {
  throw new Error(`On an empty machine ${reason}.`);
}

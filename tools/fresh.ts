import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { networkSettings } from "./network.ts";
import { type Command, type Sandbox, sandboxed, sandboxMissing } from "./sandbox.ts";
import { root } from "./steps.ts";

const help = `Runs both commands of the README and all that CI runs as on an empty machine: in a clone of what is committed,
with an empty HOME, empty caches, and the Node, npm and Go that are on PATH. Of the user only .npmrc is there.
On Linux nothing can be written to but the clone, HOME's caches (.cache, .npm and go), and as scratch an empty
temporary directory and /dev/shm.

  npm run fresh            some 20 minutes

Fails when a command fails, when set-up takes more than a fifth of its time once it is done, or when git then
sees a change.`;

/** How many times faster set-up has to be once it is done. */
const leastTimes = 5;

/** Where npm, Go and this project keep what they have once got, if nothing says otherwise. */
const caches = [".cache", ".npm", "go"];

/** How commands are run. */
interface Play {
  readonly env: Readonly<Record<string, string>>;
  /** What they may write to, and whether that can be enforced. */
  readonly sandbox: Sandbox;
  readonly isEnforced: boolean;
}

if (process.argv.includes("--help")) console.log(help);
else {
  // Short, because the names of sockets are below it.
  const machine = mkdtempSync(join(tmpdir(), "fresh-"));
  // A PostgreSQL server is another user's where this one is root.
  chmodSync(machine, 0o711);
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
  const playing = begin(machine, clone);
  const seconds = (...command: Command) => timed(command, playing);
  const setup = [seconds("npm", "run", "setup"), seconds("npm", "run", "setup")] as const;
  const [demo, ci] = [seconds("npm", "run", "demo"), seconds(".ci/run")];
  const changes = execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" });

  const times = setup[0] / setup[1];
  console.log(
    `set-up ${setup[0]} s, once it is done ${setup[1]} s: ${times.toFixed(1)} times faster`,
  );
  console.log(`npm run demo ${demo} s, .ci/run ${ci} s, both without that set-up`);
  if (times < leastTimes) fail(`set-up has to be ${leastTimes} times faster the second time`);
  if (changes !== "") fail(`git sees changes:\n${changes}`);
}

/** A user who has nothing yet, and what commands of theirs may write to. */
function begin(machine: string, clone: string): Play {
  const [home, temporary] = [join(machine, "home"), join(machine, "tmp")];
  const writable = [clone, temporary, ...caches.map((name) => join(home, name))];
  for (const directory of writable) mkdirSync(directory, { recursive: true });
  // Everybody's, as /tmp is.
  chmodSync(temporary, 0o1777);
  // Where the registry is, and what it is trusted by.
  const settings = join(homedir(), ".npmrc");
  if (existsSync(settings)) copyFileSync(settings, join(home, ".npmrc"));
  const places = (process.env["PATH"] ?? "").split(delimiter);
  const PATH = places.filter((place) => !place.includes("node_modules")).join(delimiter);
  const env = { ...networkSettings(), HOME: home, TMPDIR: temporary, PATH };
  const sandbox = { directory: clone, writable };
  const missing = sandboxMissing(sandbox);
  if (missing === undefined) console.log(`Read-only: all but ${writable.join(", ")}.`);
  else console.log(`What is written elsewhere is not noticed: ${missing}.`);
  const playing = { env, sandbox, isEnforced: missing === undefined };
  if (playing.isEnforced) expectEnforced(playing, home);
  return playing;
}

/** A sandbox that lets everything through would prove nothing. */
function expectEnforced(playing: Play, outside: string): void {
  for (const directory of playing.sandbox.writable) {
    if (run(["touch", directory], playing) !== 0) fail(`${directory} cannot be written to`);
  }
  if (run(["sh", "-c", 'touch "$0" 2>&-', join(outside, "file")], playing) === 0)
    fail(`${outside} can be written to`);
}

/** Seconds that a command took; ends this process where it failed. */
function timed(command: Command, playing: Play): number {
  console.log(`\n> ${command.join(" ")}`);
  const startedAt = performance.now();
  const status = run(command, playing);
  if (status !== 0) fail(`${command.join(" ")} ended with ${status}`);
  return Math.round((performance.now() - startedAt) / 100) / 10;
}

function run(command: Command, { env, sandbox, isEnforced }: Play): number | null {
  const [program, ...args] = isEnforced ? sandboxed(command, sandbox) : command;
  return spawnSync(program, args, { cwd: sandbox.directory, env, stdio: "inherit" }).status;
}

function fail(reason: string): never {
  throw new Error(`On an empty machine ${reason}.`);
}

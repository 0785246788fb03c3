/**
 * Runs a script of this repository from an empty machine: installs what package-lock.json names when
 * that is not done yet, then starts the script with the Node among the development dependencies.
 * Plain JavaScript for Node 20, because nothing else is there when it starts.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readlinkSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [script, ...args] = process.argv.slice(2);
const windows = process.platform === "win32";
const modules = join(root, "node_modules");
const installed = join(modules, ".package-lock.json");

if (!isInstalled()) install();
const node = join(modules, "node/bin", windows ? "node.exe" : "node");
const child = spawn(node, [join(root, script), ...args], { stdio: "inherit" });
// Ctrl-C reaches the whole group; the script decides how it ends, and this process reports it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
// npm passes a SIGTERM on to its shell alone, which ends without a word to what it had started.
if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(() => child.kill("SIGTERM"));
child.on("error", (error) => fail(`${node} did not start (${error.message})`));
child.on("exit", (code, signal) => {
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
});

function whenOrphaned(act) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, 200);
  watch.unref();
}

function isInstalled() {
  if (!existsSync(installed)) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}

function install() {
  // As in a worktree that borrows another checkout's: `npm ci` empties what the link leads to.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const reason = `\`npm ci\` would empty ${readlinkSync(modules)}, to which node_modules is a link`;
    fail(reason, "Remove the link, and run `npm ci` here.");
  }
  console.error("Installing the development dependencies …");
  const npm = windows ? "npm.cmd" : "npm";
  const options = { cwd: root, stdio: ["ignore", 2, 2], shell: windows };
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = spawnSync(npm, args, options);
  if (result.status !== 0) fail("`npm ci` failed");
}

function fail(reason, wayOut = "It needs Node 20 or newer, npm and a registry.") {
  console.error(`${script} was not run: ${reason}. ${wayOut}`);
  process.exit(1);
}

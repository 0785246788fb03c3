/**
 * Installs what package-lock.json names, where that is not done yet. Plain JavaScript for Node 20, because nothing else
 * is there when it starts; whatever npm starts after it runs on the Node among the development dependencies.
 */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readlinkSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "node_modules");
const installed = join(modules, ".package-lock.json");
const windows = process.platform === "win32";

if (!isInstalled()) install();

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
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const result = spawnSync(npm, args, { cwd: root, stdio: ["ignore", 2, 2], shell: windows });
  if (result.status !== 0)
    fail("`npm ci` failed", "It needs Node 20 or newer, npm and a registry.");
}

function fail(reason, wayOut) {
  console.error(`Nothing was set up: ${reason}. ${wayOut}`);
  process.exit(1);
}

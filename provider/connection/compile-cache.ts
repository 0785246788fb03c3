/** Loaded before anything large: the engine starts a plugin or a pack for every preview, and `--help` has to be quick. */
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { makeDirectory, requireOwn } from "../../sqlite/directory.ts";

const { XDG_CACHE_HOME, LOCALAPPDATA, NODE_COMPILE_CACHE } = process.env;
const base = XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), ".cache");
// Node's own choice is among the temporary files, where another user can make it first: with code of theirs.
const directory = join(base, "pulumi-hosting", "compile");

if (!NODE_COMPILE_CACHE) {
  try {
    makeDirectory(directory);
    requireOwn(dirname(directory));
    requireOwn(directory);
    enableCompileCache(directory);
  } catch {
    // Without a cache it starts later.
  }
}

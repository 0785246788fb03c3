import { homedir } from "node:os";
import { join } from "node:path";
import { makeDirectory, requireOwn } from "../../sqlite/directory.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Directory of what this machine remembers between runs: the shared request budget and the intents
 * of creates. It is made when missing and readable by its user alone. `XDG_STATE_HOME` moves it;
 * on Windows it is below `LOCALAPPDATA`.
 *
 * @throws Error where it is another user's, or others may write to it.
 */
export function stateDirectory(env: Environment): string {
  const directory = statePath(env);
  makeDirectory(directory);
  requireOwn(directory);
  return directory;
}

/** Where that directory is, or would be. */
export function statePath(env: Environment): string {
  const base = env["XDG_STATE_HOME"] || env["LOCALAPPDATA"] || join(homedir(), ".local", "state");
  return join(base, "pulumi-hosting");
}

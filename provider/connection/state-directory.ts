import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Directory of what this machine remembers between runs: the shared request budget and the intents
 * of creates. It is made when missing and readable by its user alone. `XDG_STATE_HOME` moves it;
 * on Windows it is below `LOCALAPPDATA`.
 */
export function stateDirectory(env: Readonly<Record<string, string | undefined>>): string {
  const base = env["XDG_STATE_HOME"] ?? env["LOCALAPPDATA"] ?? join(homedir(), ".local", "state");
  const directory = join(base, "pulumi-hosting");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}

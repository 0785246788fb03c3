import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { readSettings, type Settings } from "../provider/connection/settings.ts";
import { CommandError } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

const Config = z.record(z.string(), z.object({ value: z.string().optional() }));

/**
 * The settings as a Pulumi program in this directory has them: of the environment and, where a stack is
 * named, of its config.
 *
 * @throws CommandError when the Pulumi CLI cannot tell the stack's config.
 * @throws HostingError with code `settings` when one is missing or malformed.
 */
export async function settingsOf(terminal: Terminal, stack: string | undefined): Promise<Settings> {
  const { env, directory } = terminal;
  const config = stack === undefined ? {} : await configOf(stack, terminal);
  return readSettings({ env, directory, config: (name) => config[`hosting:${name}`]?.value });
}

async function configOf(stack: string, { env, directory, stop: signal }: Terminal) {
  const args = ["config", "--show-secrets", "--json", "--non-interactive", "--stack", stack];
  try {
    // Its output has secrets in it: nothing of it is shown.
    const { stdout } = await promisify(execFile)("pulumi", args, { env, cwd: directory, signal });
    return Config.parse(JSON.parse(stdout));
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandError(
      `The config of the stack "${stack}" was not read: ${reasonOf(error)}. Try \`pulumi config --stack ${stack}\` in ${directory}.`,
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ENOENT") return "there is no `pulumi` on the PATH";
  const stderr = "stderr" in error ? String(error.stderr) : "";
  const line = stderr.split("\n").find((text) => text.startsWith("error:"));
  return line?.slice("error:".length).trim() ?? "`pulumi config` failed";
}

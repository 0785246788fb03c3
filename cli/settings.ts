import { z } from "zod";
import {
  accountNames,
  readSettings,
  requireKey,
  type Settings,
} from "../provider/connection/settings.ts";
import { HostingError } from "../provider/errors.ts";
import { type SettingName, settingNames } from "../provider/setting-names.ts";
import { CommandError } from "./exit.ts";
import { pulumi } from "./pulumi.ts";
import type { Terminal } from "./terminal.ts";

/** Where the settings hold. */
type Seat = Pick<Terminal, "env" | "directory" | "stop">;

const Config = z.record(z.string(), z.object({ value: z.string().optional() }));

/**
 * The settings as a Pulumi program in this directory has them: of the environment and, where a stack is
 * named, of its config.
 *
 * @throws CommandError when the Pulumi CLI cannot tell the stack's config.
 * @throws HostingError with code `settings` when one is missing or malformed.
 */
export async function settingsOf(terminal: Seat, stack: string | undefined): Promise<Settings> {
  const { env, directory } = terminal;
  const config = stack === undefined ? {} : await configOf(stack, terminal);
  try {
    // No key of a stack's config means an explicit provider.
    const settingOf = (name: string) =>
      name === "explicit" ? undefined : config[`hosting:${name}`]?.value;
    return requireKey(readSettings({ env, directory, config: settingOf }));
  } catch (error) {
    throw stack === undefined ? withoutStack(error, env) : error;
  }
}

/** True where the environment names, at least in part, the platform. */
export function namesPlatform(env: Seat["env"]): boolean {
  return isSet("backend", env) || accountNames.some((name) => isSet(name, env));
}

function isSet(name: SettingName, env: Seat["env"]): boolean {
  return (env[settingNames[name]] ?? "").trim() !== "";
}

/** A missing setting may be in the config of a stack that nobody named; the environment has priority. */
function withoutStack(error: unknown, env: Seat["env"]): unknown {
  if (!HostingError.isInstance(error) || error.code !== "settings") return error;
  const hint = "If a stack's config has the settings, add `--stack <stack>`";
  if (!namesPlatform(env)) {
    return error.reworded(
      `The environment names no platform, so nothing was sent. ${hint}; else set HOSTING_BACKEND=embedded, or HOSTING_API_KEY, HOSTING_BASE_URL and HOSTING_API_BASE_URL.`,
    );
  }
  const isWhole = accountNames.every((name) => isSet(name, env));
  return isWhole ? error : error.reworded(`${error.message} ${hint}.`);
}

async function configOf(stack: string, terminal: Seat) {
  const args = ["config", "--show-secrets", "--json", "--stack", stack];
  const failed = `The config of the stack "${stack}" was not read`;
  const text = await pulumi(args, failed, terminal);
  try {
    return Config.parse(JSON.parse(text));
  } catch {
    // The parser's error would quote the text, which contains secrets.
    throw new CommandError(
      `${failed}: \`pulumi config\` printed something else than JSON. Try \`pulumi config --json --stack ${stack}\` in ${terminal.directory}.`,
    );
  }
}

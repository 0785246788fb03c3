import { z } from "zod";
import { readSettings, type Settings } from "../provider/connection/settings.ts";
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
  return readSettings({ env, directory, config: (name) => config[`hosting:${name}`]?.value });
}

async function configOf(stack: string, terminal: Seat) {
  const args = ["config", "--show-secrets", "--json", "--stack", stack];
  const failed = `The config of the stack "${stack}" was not read`;
  const text = await pulumi(args, failed, terminal);
  try {
    return Config.parse(JSON.parse(text));
  } catch {
    // What is wrong with a text is told by quoting it, and this one holds secrets.
    throw new CommandError(
      `${failed}: \`pulumi config\` printed something else than JSON. Try \`pulumi config --json --stack ${stack}\` in ${terminal.directory}.`,
    );
  }
}

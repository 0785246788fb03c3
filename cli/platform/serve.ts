import { once } from "node:events";
import { controlPrefix } from "../../platform/control/path.ts";
import { type Clock, openPlatform, type Platform, servePlatform } from "../../platform/index.ts";
import { readSettings } from "../../provider/connection/settings.ts";
import { CommandError } from "../exit.ts";
import type { Terminal } from "../terminal.ts";
import type { PlatformOptions } from "./command.ts";

/** Serves a world until the terminal is told to stop. */
export async function serve(options: PlatformOptions, terminal: Terminal): Promise<void> {
  const { file, assumptions } = locate(options.file, terminal);
  const { seed, preset, clock, port } = options;
  const platform = openPlatform({ file, assumptions, ...(seed === undefined ? {} : { seed }) });
  try {
    setClock(platform.clock, clock);
    if (preset !== undefined) platform.configure({ preset });
    const server = await servePlatform(platform, port);
    terminal.print(describe(platform, { file, url: server.url }));
    if (!terminal.stop.aborted) await once(terminal.stop, "abort");
    await server.close();
  } finally {
    platform.close();
  }
}

/** The file and assumptions that the provider uses in this directory with its embedded backend. */
function locate(file: string | undefined, { env, directory }: Terminal) {
  const embedded = { ...env, HOSTING_BACKEND: "embedded" };
  const { backend, assumptions } = readSettings({
    env: file === undefined ? embedded : { ...embedded, HOSTING_EMBEDDED_FILE: file },
    config: () => undefined,
    directory,
  });
  if (backend.kind === "embedded") return { file: backend.file, assumptions };
  throw new CommandError("The platform was not started: no file is set. Give it with --file.");
}

function setClock(clock: Clock, given: PlatformOptions["clock"]): void {
  if (given === "real") clock.resume();
  else if (given === "frozen") clock.freeze();
  else if (given !== undefined) clock.scale(given);
}

function describe(
  { rootKey, worldId, seed, controlToken, clock }: Platform,
  { file, url }: { readonly file: string; readonly url: string },
): string {
  return `The platform answers at ${url}
  file   ${file}
  world  ${worldId}, seed ${seed}
  time   ${new Date(clock.now()).toISOString()}, ${paceOf(clock)}

Point pulumi at it (the key is a local one and works for this file only):
  export HOSTING_BACKEND=api
  export HOSTING_BASE_URL=${url}
  export HOSTING_API_BASE_URL=${url}
  export HOSTING_API_KEY=${rootKey}

Control it with curl or a page (docs/reference/control-api.md):
  export HOSTING_CONTROL_URL=${url}${controlPrefix}
  export HOSTING_CONTROL_TOKEN=${controlToken}
  curl "$HOSTING_CONTROL_URL/health"

Ctrl-C stops it.
`;
}

function paceOf(clock: Clock): string {
  const factor = clock.factor();
  if (factor === 0) return "frozen";
  return factor === 1 ? "passing as it does outside" : `passing ${factor} times as fast as outside`;
}

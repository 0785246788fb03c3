import { once } from "node:events";
import { controlPrefix } from "../../platform/control/index.ts";
import {
  type Clock,
  openPlatform,
  type Platform,
  type ServedPlatform,
  servePlatform,
} from "../../platform/index.ts";
import { CommandError } from "../exit.ts";
import type { Terminal } from "../terminal.ts";
import type { Pace } from "./arguments.ts";
import { paceOf } from "./pace.ts";
import { placeOf } from "./place.ts";

/** What `pulumi-hosting platform` is given. */
export interface ServeOptions {
  readonly port: number;
  readonly file?: string;
  readonly seed?: string;
  readonly clock?: Pace;
  readonly traffic?: boolean;
  readonly json?: boolean;
}

/** Serves a platform until the terminal stops. */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<void> {
  const { seed, traffic, clock, port, json = false } = options;
  const place = placeOf(options.file, terminal);
  const platform = openPlatform({ ...place, ...(seed === undefined ? {} : { seed }) });
  try {
    setClock(platform.clock, clock);
    if (traffic !== undefined) platform.configure({ traffic });
    const server = await listen(platform, port);
    const served = { file: place.file, url: server.url };
    terminal.print(json ? asJson(platform, served) : asText(platform, served));
    if (!terminal.stop.aborted) await once(terminal.stop, "abort");
    await server.close();
  } finally {
    platform.close();
  }
}

async function listen(platform: Platform, port: number): Promise<ServedPlatform> {
  try {
    return await servePlatform(platform, port);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new CommandError(
      `The platform was not started: port ${port} is taken. Stop what has it, or name another one with --port; 0 stands for a free one.`,
    );
  }
}

function setClock(clock: Clock, given: ServeOptions["clock"]): void {
  if (given === "real") clock.resume();
  else if (given === "frozen") clock.freeze();
}

interface Served {
  readonly file: string;
  readonly url: string;
}

/** The environment variables that programs need to use it. */
function settingsFor({ rootKey }: Platform, url: string): Record<string, string> {
  return {
    HOSTING_BACKEND: "api",
    HOSTING_BASE_URL: url,
    HOSTING_API_BASE_URL: url,
    HOSTING_API_KEY: rootKey,
  };
}

/** The environment variables that commands and scripts need to control it. */
function controlFor({ controlToken }: Platform, url: string): Record<string, string> {
  return { HOSTING_CONTROL_URL: `${url}${controlPrefix}`, HOSTING_CONTROL_TOKEN: controlToken };
}

/** Opens the page; browsers keep what follows the # to themselves. */
function pageFor({ controlToken }: Platform, url: string): string {
  return `${url}${controlPrefix}/page#token=${controlToken}`;
}

function asJson(platform: Platform, { file, url }: Served): string {
  const { worldId: world, seed } = platform;
  const settings = { ...settingsFor(platform, url), ...controlFor(platform, url) };
  const page = pageFor(platform, url);
  return `${JSON.stringify({ url, file, world, seed, settings, page })}\n`;
}

function asText(platform: Platform, { file, url }: Served): string {
  const { worldId, seed, clock } = platform;
  return `The platform answers at ${url}
  file   ${file}
  id     ${worldId}, seed ${seed}
  time   ${new Date(clock.now()).toISOString()}, ${paceOf(clock.factor())}

A stack with hosting:backend embedded uses this file already: set nothing for it. For other clients, and stacks without health gates
(the key is a local one and works for this file only):
${exported(settingsFor(platform, url))}

Control it with curl (docs/reference/control-api.md):
${exported(controlFor(platform, url))}
  curl -H "Authorization: Bearer $HOSTING_CONTROL_TOKEN" "$HOSTING_CONTROL_URL/info"

Look at it in a browser:
  ${pageFor(platform, url)}
${platform.settings().traffic ? trafficHint : ""}
Ctrl-C stops it.
`;
}

const trafficHint = `
The local addresses of its traffic:
  npx pulumi-hosting platform traffic
`;

function exported(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `  export ${name}=${value}`);
  return lines.join("\n");
}

/** `npm run platform`: the embedded platform of a Pulumi program, served on this machine. */
import { once } from "node:events";
import { parseArgs } from "node:util";
import { presets } from "../platform/choices/choices.ts";
import { controlPrefix } from "../platform/control/path.ts";
import {
  type Clock,
  openPlatform,
  type Platform,
  type Preset,
  servePlatform,
} from "../platform/index.ts";
import { readSettings } from "../provider/connection/settings.ts";

const help = `Serves the embedded platform's API on 127.0.0.1, on the same file that \`pulumi up\` uses.

  npm run platform [-- --port <port>] [-- --file <file>] [-- --seed <seed>] [-- --clock <clock>]
                  [-- --preset <preset>]

  --port   port to listen on; 8787 unless given, 0 for a free one
  --file   the platform's file; else HOSTING_EMBEDDED_FILE,
           else .hosting/platform.db beside the nearest Pulumi.yaml at or above this directory
  --seed   what the ids of a new world follow from; random unless given
  --clock  real, frozen, or how many times as fast as outside the time passes; as it is unless given
  --preset ours, strict or strange: how it reads what the API's specification leaves open
           (docs/reference/platform-choices.md); as it is unless given
  --help   shows this text
`;

interface Arguments {
  readonly port: number;
  readonly file: string | undefined;
  readonly seed: string | undefined;
  readonly preset: Preset | undefined;
  setClock(clock: Clock): void;
}

async function main(): Promise<void> {
  const given = readArguments(process.argv.slice(2));
  if (given === "help") {
    process.stdout.write(help);
    return;
  }
  const { file, assumptions } = locate(given.file);
  const { seed } = given;
  const platform = openPlatform({ file, assumptions, ...(seed === undefined ? {} : { seed }) });
  try {
    given.setClock(platform.clock);
    if (given.preset !== undefined) platform.configure({ preset: given.preset });
    const server = await servePlatform(platform, given.port);
    process.stdout.write(describe(platform, { file, url: server.url }));
    await stopSignal();
    await server.close();
  } finally {
    platform.close();
  }
}

function readArguments(args: readonly string[]): Arguments | "help" {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: "8787" },
      file: { type: "string" },
      seed: { type: "string" },
      clock: { type: "string" },
      preset: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return "help";
  const port = Number(values.port);
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new Error(`The platform was not started: --port ${values.port} is not a port.`);
  }
  const { file, seed, clock, preset } = values;
  return { port, file, seed, preset: presetNamed(preset), setClock: clockSetter(clock) };
}

function presetNamed(name: string | undefined): Preset | undefined {
  const preset = presets.find((known) => known === name);
  if (preset !== undefined || name === undefined) return preset;
  throw new Error(
    `The platform was not started: --preset ${name} is none of ${presets.join(", ")}.`,
  );
}

function clockSetter(given: string | undefined): Arguments["setClock"] {
  if (given === undefined) return () => undefined;
  if (given === "real") return (clock) => clock.resume();
  if (given === "frozen") return (clock) => clock.freeze();
  const factor = Number(given);
  if (factor > 0) return (clock) => clock.scale(factor);
  throw new Error(
    `The platform was not started: --clock ${given} is neither real, frozen nor a positive number.`,
  );
}

/** The file and assumptions that the provider uses in this directory with its embedded backend. */
function locate(file: string | undefined) {
  const env = { ...process.env, HOSTING_BACKEND: "embedded" };
  const { backend, assumptions } = readSettings({
    env: file === undefined ? env : { ...env, HOSTING_EMBEDDED_FILE: file },
    config: () => undefined,
    directory: process.cwd(),
  });
  if (backend.kind !== "embedded") throw new Error("The platform was not started: no file is set.");
  return { file: backend.file, assumptions };
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

function stopSignal(): Promise<unknown> {
  return Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

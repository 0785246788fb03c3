/** `npm run platform`: the embedded platform of a Pulumi program, served on this machine. */
import { once } from "node:events";
import { parseArgs } from "node:util";
import { openPlatform, type Platform, servePlatform } from "../platform/index.ts";
import { readSettings } from "../provider/connection/settings.ts";

const help = `Serves the embedded platform's API on 127.0.0.1, on the same file that \`pulumi up\` uses.

  npm run platform [-- --port <port>] [-- --file <file>]

  --port  port to listen on; 8787 unless given, 0 for a free one
  --file  the platform's file; else HOSTING_EMBEDDED_FILE,
          else .hosting/platform.db beside the nearest Pulumi.yaml at or above this directory
  --help  shows this text
`;

interface Arguments {
  readonly port: number;
  readonly file: string | undefined;
}

async function main(): Promise<void> {
  const given = readArguments(process.argv.slice(2));
  if (given === "help") {
    process.stdout.write(help);
    return;
  }
  const { file, assumptions } = locate(given.file);
  const platform = openPlatform({ file, assumptions });
  try {
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
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return "help";
  const port = Number(values.port);
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new Error(`The platform was not started: --port ${values.port} is not a port.`);
  }
  return { port, file: values.file };
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
  { rootKey, worldId }: Platform,
  { file, url }: { readonly file: string; readonly url: string },
): string {
  return `The platform answers at ${url}
  file   ${file}
  world  ${worldId}

Point pulumi at it (the key is a local one and works for this file only):
  export HOSTING_BACKEND=api
  export HOSTING_BASE_URL=${url}
  export HOSTING_API_BASE_URL=${url}
  export HOSTING_API_KEY=${rootKey}

Ctrl-C stops it.
`;
}

function stopSignal(): Promise<unknown> {
  return Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

import { appendFile } from "node:fs/promises";
import { type AttemptRecord, createApi } from "./api.ts";
import { systemClock } from "./clock.ts";
import { createEmbeddedTransport } from "./embedded-transport.ts";
import { ApiKey } from "./http/api-key.ts";
import { createPermits } from "./http/permits.ts";
import type { Transport } from "./http/transport.ts";
import { openJournal } from "./journal.ts";
import type { Context } from "./lifecycle/context.ts";
import type { Journal } from "./lifecycle/intents.ts";
import { newShared } from "./lifecycle/shared.ts";
import type { Backend, Settings } from "./settings.ts";
import { stateDirectory } from "./state-directory.ts";

/** The platform the settings name, ready for operations. */
export async function connect(
  settings: Settings,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Context> {
  const clock = systemClock;
  const { transport, apiKey, world } = await open(settings.backend, settings);
  const { requestsPerMinute } = settings;
  const permits = createPermits({
    clock,
    paced: requestsPerMinute !== undefined,
    requestsPerMinute,
  });
  const say = sayOnce();
  let journal: Journal | undefined;
  const log = settings.logRequests === undefined ? {} : { log: logTo(settings.logRequests) };
  return {
    api: createApi({ transport, apiKey, permits, clock, stopping, ...log }),
    clock,
    ...newShared(clock),
    assumptions: settings.assumptions,
    assumedRoutes: settings.assumedRoutes,
    apiKeyId: settings.apiKeyId,
    world,
    acceptWorld: settings.acceptWorld,
    deletedByHand: settings.deletedByHand,
    // A program that only looks things up needs none.
    get journal() {
      journal ??= openJournal(stateDirectory(process.env), { world, clock }, say);
      return journal;
    },
    forgetUnresolved: settings.forgetUnresolved,
    released: new Set(),
    stopping,
    say,
  };
}

interface Opened {
  readonly transport: Transport;
  readonly apiKey: ApiKey;
  readonly world: string;
}

async function open(backend: Backend, settings: Settings): Promise<Opened> {
  if (backend.kind === "embedded") {
    const { openPlatform } = await import("../platform/index.ts");
    const { file } = backend;
    const platform = openPlatform({ file, assumptions: settings.assumptions });
    return {
      transport: createEmbeddedTransport(platform),
      apiKey: backend.apiKey ?? new ApiKey(platform.rootKey, file),
      world: `embedded:${platform.worldId}`,
    };
  }
  // Only an account needs sockets; loading them takes longer than the embedded platform's first answer.
  const { createUndiciTransport } = await import("./http/undici-transport.ts");
  const { baseUrl, apiBaseUrl, account } = backend;
  return {
    transport: createUndiciTransport({ baseUrl, apiBaseUrl }),
    apiKey: backend.apiKey,
    world: `api:${baseUrl}#${account}`,
  };
}

/** Shows each line once: Pulumi's host turns what is printed into a message on the stack. */
function sayOnce(): (line: string) => void {
  const said = new Set<string>();
  return (line) => {
    if (!said.has(line)) console.log(line);
    said.add(line);
  };
}

/** One JSON line per attempt; it holds no header, body or filled path. */
function logTo(file: string): (attempt: AttemptRecord) => void {
  let last = Promise.resolve();
  return (attempt) => {
    const line = `${JSON.stringify({ time: new Date().toISOString(), ...attempt })}\n`;
    last = last.then(() => appendFile(file, line)).catch(() => undefined);
  };
}

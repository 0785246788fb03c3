import { appendFile } from "node:fs/promises";
import { type AttemptRecord, createApi } from "./api.ts";
import { systemClock } from "./clock.ts";
import { createEmbeddedTransport } from "./embedded-transport.ts";
import { ApiKey } from "./http/api-key.ts";
import { createPermits } from "./http/permits.ts";
import type { Transport } from "./http/transport.ts";
import type { Context } from "./lifecycle/context.ts";
import { SharedLists } from "./lifecycle/lists.ts";
import type { Probe } from "./probe.ts";
import type { Backend, Settings } from "./settings.ts";

/** The platform the settings name, ready for operations. */
export async function connect(settings: Settings): Promise<Context> {
  const clock = systemClock;
  const { transport, apiKey, world, probe } = await open(settings.backend, settings);
  const { requestsPerMinute } = settings;
  const permits = createPermits({
    clock,
    paced: requestsPerMinute !== undefined,
    requestsPerMinute,
  });
  const log = settings.logRequests === undefined ? {} : { log: logTo(settings.logRequests) };
  return {
    api: createApi({ transport, apiKey, permits, clock, ...log }),
    clock,
    lists: new SharedLists(clock),
    assumptions: settings.assumptions,
    assumedRoutes: settings.assumedRoutes,
    apiKeyId: settings.apiKeyId,
    world,
    acceptWorld: settings.acceptWorld,
    deletedByHand: settings.deletedByHand,
    probe,
    say: sayOnce(),
  };
}

interface Opened {
  readonly transport: Transport;
  readonly apiKey: ApiKey;
  readonly world: string;
  readonly probe: Probe;
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
      probe: async ({ instanceId }) => platform.probe(instanceId),
    };
  }
  // Only an account needs sockets; loading them takes longer than the embedded platform's first answer.
  const { createUndiciTransport } = await import("./http/undici-transport.ts");
  const { baseUrl, apiBaseUrl, account } = backend;
  return {
    transport: createUndiciTransport({ baseUrl, apiBaseUrl }),
    apiKey: backend.apiKey,
    world: `api:${baseUrl}#${account}`,
    probe: async (target) => (await import("./socket-probe.ts")).probeBySocket(target),
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

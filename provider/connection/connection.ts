import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Prefix } from "../../contract/endpoints.ts";
import { systemClock } from "../clock.ts";
import { openJournal } from "../coordination/file/open-journal.ts";
import type { Shared } from "../coordination/postgres/open-postgres.ts";
import type { Probe } from "../definition/session.ts";
import { type Display, lineOf, once } from "../display.ts";
import { type AttemptRecord, createApi } from "../http/api.ts";
import { createRateLimiter, type RateLimiter } from "../http/rate-limit/rate-limiter.ts";
import { createEmbeddedTransport } from "../http/transport/embedded-transport.ts";
import type { Transport } from "../http/transport/transport.ts";
import { ApiKey, MissingKey } from "../http/wire/api-key.ts";
import type { Declared } from "../lifecycle/identity/declared.ts";
import { journalWorld, worldOf } from "../lifecycle/identity/world.ts";
import { type Context, processServices } from "../lifecycle/operation/context.ts";
import { secretReader } from "./secret-text.ts";
import type { Backend, Settings } from "./settings.ts";
import { stateDirectory, statePath } from "./state-directory.ts";

/** The platform the settings name, ready for operations. */
export async function connect(
  settings: Settings,
  { stopping = new AbortController().signal, display = printed(), declared }: Surroundings = {},
): Promise<Context> {
  const clock = systemClock;
  const warn = (text: string) => display({ kind: "warning", text });
  const way = await openWay(settings, warn, stopping);
  const { transport, apiKey, world, originOf, probe, limiter, shared } = way;
  const file = openJournal({
    file: join(statePath(process.env), "intents.db"),
    ...{ world: journalWorld(world), directory: process.cwd(), warn },
    ...{ clock: { now: Date.now }, ownClock: clock },
  });
  const { assumptions } = settings;
  const log = settings.logRequests === undefined ? {} : { log: logTo(settings.logRequests) };
  return {
    api: createApi({ transport, apiKey, limiter, clock, stopping, words: assumptions, ...log }),
    clock,
    ...processServices(clock, declared),
    assumptions,
    assumedRoutes: settings.assumedRoutes,
    apiKeyId: settings.apiKeyId,
    missingKey: apiKey instanceof MissingKey ? apiKey.error : undefined,
    keyMark: (prefix) => apiKey.markOn(originOf(prefix)),
    world,
    acceptWorld: settings.acceptWorld,
    deletedByHand: settings.deletedByHand,
    journal: shared?.journal({ world: journalWorld(world), stopped: file }) ?? file,
    forgetUnresolved: settings.forgetUnresolved,
    removableOwners: settings.removableOwners,
    readSecret: secretReader({ env: process.env, directory: process.cwd() }),
    stopping,
    probe,
    display,
  };
}

/** The connection to the platform: the stack that requests pass through, and the platform's id. */
export interface Way extends Opened {
  readonly limiter: RateLimiter;
  /** Shared by machines, where a database is set. */
  readonly shared: Shared | undefined;
}

/** Connects as the settings say; `warn` gets what is not available. */
export async function openWay(
  settings: Settings,
  warn: (text: string) => void,
  stopping = new AbortController().signal,
): Promise<Way> {
  const opened = await open(settings.backend, settings);
  const shared = await openShared(settings, stopping);
  const limiter = await openLimiter(settings, { ...opened, shared }, warn);
  return { ...opened, limiter, shared };
}

/** Nothing is reached yet: what sends nothing needs no database. */
async function openShared(
  { backend, coordination: url }: Settings,
  stopping: AbortSignal,
): Promise<Shared | undefined> {
  // The embedded platform is a file of this machine.
  if (url === undefined || backend.kind === "embedded") return undefined;
  // Loading its library takes time, and most need none.
  const { openPostgres } = await import("../coordination/postgres/open-postgres.ts");
  return openPostgres({
    ...{ url, clock: systemClock, stopping },
    ownJournal: join(statePath(process.env), "intents.db"),
  });
}

/** Shared parts of the process. */
interface Surroundings {
  /** Aborted once the process is to end. */
  readonly stopping?: AbortSignal;
  readonly display?: Display;
  /** Warnings that checks have already given. */
  readonly declared?: Declared;
}

function printed(): Display {
  return once((message) => console.log(lineOf(message)));
}

interface Opened {
  readonly transport: Transport;
  readonly apiKey: ApiKey | MissingKey;
  readonly world: string;
  /** Which budgets are one and the same: those with the same origin, prefix and key. */
  readonly originOf: (prefix: Prefix) => string;
  readonly probe: Probe;
}

async function open(backend: Backend, settings: Settings): Promise<Opened> {
  if (backend.kind === "embedded") {
    const { openPlatform } = await import("../../platform/index.ts");
    const { file } = backend;
    const platform = openPlatform({
      file,
      assumptions: settings.assumptions,
      // Nothing paces requests in one process, so there is no limit for them unless one is set.
      defaults: { ratePerMinute: null },
    });
    const world = `embedded:${platform.worldId}`;
    return {
      transport: createEmbeddedTransport(platform),
      apiKey: backend.apiKey ?? new ApiKey(platform.rootKey, file),
      world,
      originOf: () => world,
      probe: async ({ instanceId }) => platform.probe(instanceId),
    };
  }
  // Only an account needs sockets; loading them takes longer than the embedded platform's first answer.
  const { createUndiciTransport } = await import("../http/transport/undici-transport.ts");
  const { baseUrl, apiBaseUrl, account } = backend;
  return {
    transport: createUndiciTransport({ baseUrl, apiBaseUrl }),
    apiKey: backend.apiKey,
    world: worldOf({ baseUrl, apiBaseUrl, account }),
    originOf: (prefix) => (prefix === "/v1" ? apiBaseUrl : baseUrl),
    probe: async (target) => (await import("./socket-probe.ts")).probeBySocket(target),
  };
}

/** Where a limit holds, programs on this machine share it, or those of all machines. */
async function openLimiter(
  { requestsPerMinute }: Settings,
  { apiKey, originOf, shared }: Opened & Pick<Way, "shared">,
  warn: (text: string) => void,
): Promise<RateLimiter> {
  const clock = systemClock;
  // Without a key nothing leaves.
  if (requestsPerMinute === undefined || apiKey instanceof MissingKey)
    return createRateLimiter({ clock, paced: false });
  // Loading SQLite takes time that a limit nobody set need not cost.
  const { openSharedPermits } = await import("../coordination/file/shared-permits.ts");
  const permitsOf = (prefix: Prefix) => {
    const budget = { origin: originOf(prefix), prefix, key: apiKey.reveal() };
    if (shared !== undefined) return shared.permits(budget);
    return openSharedPermits(budget, { clock, directory: () => stateDirectory(process.env), warn });
  };
  return createRateLimiter({ clock, requestsPerMinute, permitsOf });
}

/** One JSON line per attempt; it holds no header, body or filled path. */
function logTo(file: string): (attempt: AttemptRecord) => void {
  let last = Promise.resolve();
  return (attempt) => {
    const line = `${JSON.stringify({ time: new Date().toISOString(), ...attempt })}\n`;
    last = last.then(() => appendFile(file, line)).catch(() => undefined);
  };
}

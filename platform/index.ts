import { type Assumptions, resolveAssumptions } from "../contract/assumptions.ts";
import type { CreatedKey, KeyOptions } from "./access/keys.ts";
import { openEngine } from "./engine.ts";
import type { Fault, ListedFault } from "./faults/fault.ts";
import type { Timer } from "./faults/timer.ts";
import { type Health, healthOf } from "./health.ts";
import { createApp } from "./http/app.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import type { ServedPlatform } from "./http/serve.ts";
import { served } from "./kinds/_all.ts";
import { acceptInvitation } from "./kinds/project-member.ts";
import type { TimeSource } from "./operator/clock.ts";
import type { Settings } from "./operator/settings.ts";
import { type Snapshot, snapshotOf } from "./store/snapshot.ts";

export type { CreatedKey, KeyOptions, KeyScope, Level } from "./access/keys.ts";
export type { Choices, Preset } from "./choices/choices.ts";
export type { Fault, FaultEffect, FaultTarget, ListedFault, StatusFault } from "./faults/fault.ts";
export type { Timer } from "./faults/timer.ts";
export type { Health } from "./health.ts";
export type { JsonObject } from "./http/answer.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { ServedPlatform } from "./http/serve.ts";
export type { TimeSource } from "./operator/clock.ts";
export type { Settings } from "./operator/settings.ts";
export type { Snapshot } from "./store/snapshot.ts";

/** What `openPlatform` needs. */
export interface PlatformOptions {
  /** The SQLite file that holds the world; made, with its directory, when it is not there. */
  readonly file: string;
  /** Settings over the assumptions of `contract`. */
  readonly assumptions?: Partial<Assumptions>;
  /** Where the platform's time comes from. Default: the system's clock. */
  readonly clock?: TimeSource;
  /** What makes answers late where a fault says so. Default: the system's timer. */
  readonly timer?: Timer;
  /** Settings, for this process, where the file says nothing; `ratePerMinute: null` lifts the limit of spec 8. */
  readonly defaults?: Partial<Settings>;
}

/** The hosting platform in one file. Everything but `fetch` is what an operator would do. */
export interface Platform {
  /** Names the world in the file; made with it and never changed. */
  readonly worldId: string;
  /** A key that may do everything; made with the file, which holds it. */
  readonly rootKey: string;
  /** Answers a request of the API, whatever its host is. */
  fetch(request: Request): Promise<Response>;
  /** Every object in the world, as the API shows them. */
  snapshot(): Snapshot;
  /** The last 10,000 requests, oldest first. */
  requests(): readonly LoggedRequest[];
  /** The platform's time, which only moves forward. */
  readonly clock: TimeSource & { advance(seconds: number): void };
  /** What goes wrong with requests, and how often it was met. */
  readonly faults: {
    /** Gives the fault's id. */
    add(fault: Fault): string;
    list(): readonly ListedFault[];
    /** Ends one fault, or all. */
    clear(id?: string): void;
  };
  /** Changes how the platform behaves; what is not named stays as it is. */
  configure(changes: Partial<Settings>): void;
  /** Whether a program on the machine, or behind the load balancer, with this id would answer. */
  probe(id: string): Health;
  createKey(options: KeyOptions): CreatedKey;
  /** Takes effect at once (spec 5.4). */
  revokeKey(id: string): void;
  /**
   * Accepts every open invitation to the address, as the invited person does.
   *
   * @throws Error when none is open.
   */
  acceptInvitation(email: string): void;
  /** Back to an empty world: no objects, keys, faults, log; default settings and time. Its id and root key stay. */
  reset(): void;
  close(): void;
}

/**
 * Opens the platform in a file. Any number of processes may have it open at the same time: objects,
 * settings, time and faults are in the file.
 *
 * @throws Error when the file is not a platform's, is of a newer format, or an assumption is unknown.
 */
export function openPlatform(options: PlatformOptions): Platform {
  const assumptions = resolveAssumptions(options.assumptions ?? {});
  const routes = Object.values(served).flatMap((kind) => kind.routes(assumptions));
  const engine = openEngine({ ...options, assumptions });
  const { database, faults, keys, settings } = engine;
  const app = createApp(engine, routes);
  return {
    worldId: engine.worldId,
    rootKey: engine.rootKey,
    fetch: async (request) => app.fetch(request),
    snapshot: () => database.transaction(() => snapshotOf(engine.world())),
    requests: () => engine.requests.list(),
    clock: engine.clock,
    faults,
    configure: (changes) => database.transaction(() => settings.change(changes)),
    probe: (id) => database.transaction(() => healthOf(engine.world(), id)),
    createKey: (given) => keys.create(given),
    revokeKey: (id) => void keys.revoke(id),
    acceptInvitation: (email) =>
      database.transaction(() => acceptInvitation(engine.world(), email)),
    reset: () => engine.reset(),
    close: () => database.close(),
  };
}

/**
 * Serves a platform on 127.0.0.1; port 0 stands for a free one. Requests for other hosts are refused.
 *
 * @throws Error with the code `EADDRINUSE` when the port is taken.
 */
export async function servePlatform(
  platform: Pick<Platform, "fetch">,
  port: number,
): Promise<ServedPlatform> {
  // Without sockets nobody needs a server, and loading one takes time.
  const { serve } = await import("./http/serve.ts");
  return serve(platform, port);
}

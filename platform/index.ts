import { type Assumptions, resolveAssumptions } from "../contract/assumptions.ts";
import type { CreatedKey, KeyOptions } from "./access/keys.ts";
import type { Project } from "./access/projects.ts";
import { openEngine } from "./engine.ts";
import { type Health, healthOf } from "./health.ts";
import { createApp } from "./http/app.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { served } from "./kinds/_all.ts";
import { acceptInvitation } from "./kinds/project-member.ts";
import type { TimeSource } from "./operator/clock.ts";
import type { Fault } from "./operator/faults.ts";
import type { Settings } from "./operator/settings.ts";
import { type Snapshot, snapshotOf } from "./store/snapshot.ts";

export type { CreatedKey, KeyOptions, KeyScope, Level } from "./access/keys.ts";
export type { Project } from "./access/projects.ts";
export type { Choices, Preset } from "./choices/choices.ts";
export type { Health } from "./health.ts";
export type { JsonObject } from "./http/answer.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { TimeSource } from "./operator/clock.ts";
export type { Fault } from "./operator/faults.ts";
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
}

/** The hosting platform in one file. Everything but `fetch` is what an operator would do. */
export interface Platform {
  /** Names the world in the file; made with it and never changed. */
  readonly worldId: string;
  /**
   * The first key, which may do everything; made with the file, which holds it. Listed, limited and
   * revocable like any.
   */
  readonly rootKey: string;
  /** Answers a request of the API, whatever its host is. */
  fetch(request: Request): Promise<Response>;
  /** Every object that was made in the world, in all projects, as the API shows them. */
  snapshot(): Snapshot;
  /** The last 10,000 requests, oldest first. */
  requests(): readonly LoggedRequest[];
  /** The platform's time, which only moves forward. */
  readonly clock: TimeSource & { advance(seconds: number): void };
  /** Answers that requests get instead of being handled. */
  readonly faults: { add(fault: Fault): void; clear(): void };
  /** Changes how the platform behaves; what is not named stays as it is. */
  configure(changes: Partial<Settings>): void;
  /** Whether a program on the machine, or behind the load balancer, with this id would answer. */
  probe(id: string): Health;
  /**
   * Makes a key, as the console does (spec 5.2).
   *
   * @throws Error when there is no such project, or no such member of it who has accepted.
   */
  createKey(options: KeyOptions): CreatedKey;
  /** Takes effect at once (spec 5.4). */
  revokeKey(id: string): void;
  /**
   * Makes a project. One with the id `proj_default` is there from the first moment.
   *
   * @param options.id Id like `proj_shop`, for programs that name it. Default: a new one.
   * @throws Error when it is no such id or taken.
   */
  createProject(name: string, options?: { readonly id?: string }): Project;
  /** The projects, oldest first. */
  projects(): readonly Project[];
  /**
   * Accepts every open invitation to the address, as the invited person does.
   *
   * @throws Error when none is open.
   */
  acceptInvitation(email: string): void;
  /** Back to an empty world: no objects, projects, keys, faults, log but the first ones; default settings and time. Its id and root key stay. */
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
  const { file, clock = Date } = options;
  const assumptions = resolveAssumptions(options.assumptions ?? {});
  const routes = Object.values(served).flatMap((kind) => kind.routes(assumptions));
  const engine = openEngine(file, assumptions, clock);
  const { database, faults, keys, projects, settings } = engine;
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
    createKey: (given) => database.transaction(() => keys.create(given)),
    revokeKey: (id) => void keys.revoke(id),
    createProject: (name, { id } = {}) => database.transaction(() => projects.create(name, id)),
    projects: () => projects.list(),
    acceptInvitation: (email) =>
      database.transaction(() => acceptInvitation(engine.world(), email)),
    reset: () => engine.reset(),
    close: () => database.close(),
  };
}

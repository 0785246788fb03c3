import type { Assumptions } from "../contract/assumptions.ts";
import type { CreatedKey, KeyOptions } from "./access/keys.ts";
import { type Engine, openEngine } from "./engine.ts";
import { type Health, healthOf } from "./health.ts";
import { createApp, unanswered } from "./http/app.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { served } from "./kinds/_all.ts";
import { type Delivery, deliveriesOf } from "./kinds/alert-check.ts";
import { type HeldAddress, heldAddresses, releaseAddress } from "./kinds/dedicated-address.ts";
import { migrate } from "./kinds/migration.ts";
import { acceptInvitation } from "./kinds/project-member.ts";
import { checkedAssumptions } from "./operator/assumptions.ts";
import type { TimeSource } from "./operator/clock.ts";
import type { Fault } from "./operator/faults.ts";
import type { Settings } from "./operator/settings.ts";
import { type Snapshot, snapshotOf } from "./store/snapshot.ts";

export type { CreatedKey, KeyOptions, KeyScope, Level } from "./access/keys.ts";
export type { ChoiceName, Choices, Preset } from "./choices/choices.ts";
export type { Health } from "./health.ts";
export type { JsonObject } from "./http/answer.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { Delivery } from "./kinds/alert-check.ts";
export type { HeldAddress } from "./kinds/dedicated-address.ts";
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
  /** Answers that requests get instead of being handled. */
  readonly faults: { add(fault: Fault): void; clear(): void };
  /** Changes how the platform behaves; what is not named stays as it is. */
  configure(changes: Partial<Settings>): void;
  /** Whether a program on the machine, or behind the load balancer, with this id would answer. */
  probe(id: string): Health;
  /** What alert rules have sent until now, oldest first; nothing leaves the machine. */
  deliveries(): readonly Delivery[];
  /** The dedicated IPv4 addresses that the account holds (spec 8). */
  addresses(): readonly HeldAddress[];
  /**
   * Gives a dedicated address back.
   *
   * @throws Error when the account does not hold it or a server has it.
   */
  releaseAddress(ip: string): void;
  /**
   * Moves a machine to another host of its region: its shared address and ports change (spec 3).
   *
   * @throws Error when no machine of the name or id has shared ports.
   */
  migrate(machineId: string): void;
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
  const { file, clock = Date } = options;
  const assumptions = checkedAssumptions(options.assumptions ?? {});
  const engine = openEngine(file, assumptions, clock);
  const { database, faults, keys, settings } = engine;
  const appUnder = appFor(engine);
  return {
    worldId: engine.worldId,
    rootKey: engine.rootKey,
    fetch: async (request) => {
      try {
        return await appUnder(engine.assumptions()).fetch(request);
      } catch (error) {
        return unanswered(error);
      }
    },
    snapshot: () => database.transaction(() => snapshotOf(engine.world())),
    requests: () => engine.requests.list(),
    clock: engine.clock,
    faults,
    configure: (changes) => database.transaction(() => settings.change(changes)),
    probe: (id) => database.transaction(() => healthOf(engine.world(), id)),
    deliveries: () => database.transaction(() => deliveriesOf(engine.world())),
    addresses: () => heldAddresses(engine.world()),
    releaseAddress: (ip) => database.transaction(() => releaseAddress(engine.world(), ip)),
    migrate: (id) => database.transaction(() => migrate(engine.world(), id)),
    createKey: (given) => keys.create(given),
    revokeKey: (id) => void keys.revoke(id),
    acceptInvitation: (email) =>
      database.transaction(() => acceptInvitation(engine.world(), email)),
    reset: () => engine.reset(),
    close: () => database.close(),
  };
}

/** The app under the assumptions in force, which say what the routes are. */
function appFor(engine: Engine) {
  let last:
    | { readonly assumptions: Assumptions; readonly app: ReturnType<typeof createApp> }
    | undefined;
  return (assumptions: Assumptions) => {
    if (last?.assumptions !== assumptions) {
      const routes = Object.values(served).flatMap((kind) => kind.routes(assumptions));
      last = { assumptions, app: createApp(engine, routes) };
    }
    return last.app;
  };
}

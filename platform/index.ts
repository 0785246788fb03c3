import type { Assumptions } from "../contract/assumptions.ts";
import { draw, type PictureFormat } from "../graph/index.ts";
import type { CreatedKey, KeyOptions } from "./access/keys.ts";
import type { Project } from "./access/projects.ts";
import { type Bill, type BillRequest, billOf } from "./bill/bill.ts";
import { meterTraffic } from "./bill/traffic.ts";
import type { ControlApp } from "./control/app.ts";
import { isControl } from "./control/path.ts";
import { type Engine, type Fork, openEngine } from "./engine.ts";
import type { Fault, ListedFault } from "./faults/fault.ts";
import type { Timer } from "./faults/timer.ts";
import { type Health, healthOf } from "./health.ts";
import { type JsonObject, toResponse } from "./http/answer.ts";
import { type App, createApp } from "./http/app.ts";
import { type Arriving, arriving } from "./http/arriving.ts";
import type { LoggedRequest, RequestFilter } from "./http/request-log.ts";
import type { Route } from "./http/route.ts";
import type { ServedPlatform } from "./http/serve.ts";
import { served } from "./kinds/_all.ts";
import { type Delivery, deliveriesOf } from "./kinds/alert-check.ts";
import { type HeldAddress, heldAddresses, releaseAddress } from "./kinds/dedicated-address.ts";
import { migrate } from "./kinds/migration.ts";
import { acceptInvitation } from "./kinds/project-member.ts";
import {
  deleteVolumeSnapshot,
  listVolumeSnapshots,
  snapshotVolume,
  type VolumeSnapshot,
} from "./kinds/volume-snapshot.ts";
import { checkedAssumptions } from "./operator/assumptions.ts";
import type { Clock, TimeSource } from "./operator/clock.ts";
import { infoOf, type WorldInfo } from "./operator/info.ts";
import type { Settings } from "./operator/settings.ts";
import { pictureOf } from "./page/picture.ts";
import type { Saved } from "./store/saves.ts";
import { type Snapshot, snapshotOf } from "./store/snapshot.ts";

export type { PictureFormat } from "../graph/index.ts";
export type { CreatedKey, KeyOptions, KeyScope, Level } from "./access/keys.ts";
export type { Project } from "./access/projects.ts";
export type { Bill, BillRequest } from "./bill/bill.ts";
export type { BillLine } from "./bill/lines.ts";
export type { Unpriced } from "./bill/unpriced.ts";
export type { ChoiceName, Choices } from "./choices/choices.ts";
export type { Preset } from "./choices/preset.ts";
export type { Fork } from "./engine.ts";
export type { Fault, FaultEffect, FaultTarget, ListedFault, StatusFault } from "./faults/fault.ts";
export type { Timer } from "./faults/timer.ts";
export type { Health } from "./health.ts";
export type { JsonObject } from "./http/answer.ts";
export type { LoggedRequest, RequestFilter } from "./http/request-log.ts";
export type { ServedPlatform } from "./http/serve.ts";
export type { Delivery } from "./kinds/alert-check.ts";
export type { HeldAddress } from "./kinds/dedicated-address.ts";
export type { VolumeSnapshot } from "./kinds/volume-snapshot.ts";
export type { Clock, TimeSource } from "./operator/clock.ts";
export type { WorldInfo } from "./operator/info.ts";
export type { Settings } from "./operator/settings.ts";
export type { Saved } from "./store/saves.ts";
export type { Snapshot } from "./store/snapshot.ts";

/** What `openPlatform` needs. */
export interface PlatformOptions {
  /** The SQLite file that holds the world; made, with its directory, when it is not there. */
  readonly file: string;
  /** Settings over the assumptions of `contract`. */
  readonly assumptions?: Partial<Assumptions>;
  /** Where the platform's time comes from. Default: the system's clock. */
  readonly clock?: TimeSource;
  /**
   * What the ids of objects follow from: on worlds of one seed, the same calls get the same ids,
   * addresses and ports. Default: a random one for a new file, its own for another.
   */
  readonly seed?: string;
  /** What makes answers late where a fault says so. Default: the system's timer. */
  readonly timer?: Timer;
  /** Settings, for this process, where the file says nothing; `ratePerMinute: null` lifts the limit of spec 8. */
  readonly defaults?: Partial<Settings>;
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
  /** What the ids of objects follow from. */
  readonly seed: string;
  /** Opens the control API under `/_control/`, where every member of this interface has a route. */
  readonly controlToken: string;
  /** Answers a request of the API or the control API, whatever its host is. */
  fetch(request: Request): Promise<Response>;
  /** Every object that was made in the world, in all projects, as the API shows them. */
  snapshot(): Snapshot;
  /** The same objects and what links them, drawn; the same world gives the same bytes. */
  picture(format: PictureFormat): string;
  /** What the world is, and how much there is in it. */
  info(): WorldInfo;
  /** The last 10,000 requests, oldest first, or those among them that the filter selects. */
  requests(filter?: RequestFilter): readonly LoggedRequest[];
  /** The platform's time, which only moves forward. */
  readonly clock: Clock;
  /** What goes wrong with requests, and how often it was met. */
  readonly faults: {
    /** Gives the fault's id. */
    add(fault: Fault): string;
    list(): readonly ListedFault[];
    /** Ends the fault with this id, or all. */
    clear(id?: string): void;
  };
  settings(): Settings;
  /** Changes how the platform behaves; what is not named stays as it is. */
  configure(changes: Partial<Settings>): void;
  /** Whether a program on the machine, or behind the load balancer, with this id would answer. */
  probe(id: string): Health;
  /** What alert rules have sent until now, oldest first: the last 1,000. Nothing leaves the machine. */
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
   * Takes a snapshot of a block volume, as the API shows no way to do it.
   *
   * @throws Error when there is no such volume.
   */
  snapshotVolume(volumeId: string): VolumeSnapshot;
  volumeSnapshots(): readonly VolumeSnapshot[];
  /** @throws Error when there is no such snapshot. */
  deleteVolumeSnapshot(id: string): void;
  /**
   * Counts outbound traffic of a load balancer for the month that it is, as no packet is forwarded.
   *
   * @throws Error when there is no such load balancer, or it is no whole number of bytes above 0.
   */
  meterTraffic(balancerId: string, bytes: number): void;
  /**
   * What a month costs by the prices that the spec shows (spec 8), and what has no price. What is gone
   * stays in the bills of the months in which it was there.
   *
   * @throws Error when the month has not begun or there is no such project.
   */
  bill(asked?: BillRequest): Bill;
  /**
   * Moves a machine to another host of its region: its shared address and ports change (spec 3).
   *
   * @throws Error when no machine of the name or id has shared ports.
   */
  migrate(machineId: string): void;
  /**
   * Makes a key, as the console does (spec 5.2).
   *
   * @throws Error when there is no such project, or no such member of it who has accepted.
   */
  createKey(options: KeyOptions): CreatedKey;
  /** The created keys, without their values. */
  keys(): readonly JsonObject[];
  /**
   * Takes effect at once (spec 5.4).
   *
   * @throws Error when there is no such key.
   */
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
  /** Keeps the world as it is under the name, for `restore`; what had the name before is given up. */
  save(name: string): void;
  /**
   * Brings back what was saved under the name: objects, keys, settings, faults, the count of ids, and
   * how the clock differs from its source. The ids and secrets of the world, its request log and
   * what is saved stay as they are.
   *
   * @throws Error when nothing was saved under the name.
   */
  restore(name: string): void;
  /** What can be restored, oldest first. */
  saved(): readonly Saved[];
  /**
   * Makes another world in a new file, named from the directory of this one: in the same state, with
   * the same keys and seed, and with an id and a control token of its own.
   *
   * @throws Error when the file is there already.
   */
  fork(file: string): Fork;
  /**
   * Back to an empty world: no objects, projects, keys, faults, log but the first ones; default settings and time, and ids from
   * the start. Its id, seed, root key, control token and what is saved stay.
   */
  reset(): void;
  close(): void;
}

/**
 * Opens the platform in a file. Any number of processes may have it open at the same time: objects,
 * settings, time and faults are in the file.
 *
 * @throws Error when the file is not a platform's, is of another format or seed, or an assumption is unknown.
 */
export function openPlatform(options: PlatformOptions): Platform {
  const assumptions = checkedAssumptions(options.assumptions ?? {});
  const engine = openEngine({ ...options, assumptions });
  const { database, keys, projects, saves, settings } = engine;
  const app = createApp(engine, routesUnder);
  let control: Promise<ControlApp> | undefined;
  const platform: Platform = {
    worldId: engine.worldId,
    rootKey: engine.rootKey,
    seed: engine.seed,
    controlToken: engine.controlToken,
    fetch: async (request) => {
      const asked = arriving(request);
      if (!isControl(asked.path)) return toResponse(await app(asked));
      control ??= controlOf(platform);
      return (await control).fetch(request);
    },
    ...looksAt(engine),
    clock: engine.clock,
    faults: engine.faults,
    settings: () => settings.read(),
    configure: (changes) => database.transaction(() => settings.change(changes)),
    releaseAddress: (ip) => database.transaction(() => releaseAddress(engine.world(), ip)),
    snapshotVolume: (id) => database.transaction(() => snapshotVolume(engine.world(), id)),
    deleteVolumeSnapshot: (id) =>
      database.transaction(() => deleteVolumeSnapshot(engine.world(), id)),
    meterTraffic: (id, bytes) => database.transaction(() => meterTraffic(engine, id, bytes)),
    migrate: (id) => database.transaction(() => migrate(engine.world(), id)),
    createKey: (given) => database.transaction(() => keys.create(given)),
    keys: () => keys.list(),
    revokeKey: (id) => {
      if (!keys.revoke(id)) throw new Error(`The key was not revoked: there is no key "${id}".`);
    },
    createProject: (name, { id } = {}) => database.transaction(() => projects.create(name, id)),
    projects: () => projects.list(),
    acceptInvitation: (email) =>
      database.transaction(() => acceptInvitation(engine.world(), email)),
    save: (name) => database.transaction(() => saves.save(name, engine.clock.now())),
    restore: (name) => database.transaction(() => saves.restore(name)),
    saved: () => saves.list(),
    fork: (to) => engine.fork(to),
    reset: () => engine.reset(),
    close: () => engine.close(),
  };
  apps.set(platform, app);
  return platform;
}

/** What only looks. */
function looksAt(
  engine: Engine,
): Pick<
  Platform,
  | ("snapshot" | "picture" | "info" | "requests" | "probe")
  | ("deliveries" | "addresses" | "volumeSnapshots" | "bill")
> {
  const { database } = engine;
  return {
    snapshot: () => database.transaction(() => snapshotOf(engine.world())),
    picture: (format) => {
      const picture = database.transaction(() => pictureOf(engine.world()));
      return draw(picture, format);
    },
    info: () => database.transaction(() => infoOf(engine)),
    requests: (filter) => engine.requests.list(filter),
    deliveries: () => database.transaction(() => deliveriesOf(engine.world())),
    addresses: () => heldAddresses(engine.world()),
    volumeSnapshots: () => listVolumeSnapshots(engine.world()),
    bill: (asked = {}) => database.read(() => billOf(engine, asked)),
    probe: (id) => database.transaction(() => healthOf(engine.world(), id)),
  };
}

/** What answers without a `Request` and a `Response`, which take Node longer to make than most answers. */
const apps = new WeakMap<Pick<Platform, "fetch">, App>();

/** Most platforms are never controlled over HTTP, and loading what serves that takes time. */
async function controlOf(platform: Platform): Promise<ControlApp> {
  const { createControlApp } = await import("./control/app.ts");
  return createControlApp(platform);
}

/** The routes of all kinds under these assumptions. */
function routesUnder(assumptions: Assumptions): readonly Route[] {
  return Object.values(served).flatMap((kind) => kind.routes(assumptions));
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
  const app = apps.get(platform);
  const answer = app && ((asked: Arriving) => (isControl(asked.path) ? undefined : app(asked)));
  return serve({ fetch: (request) => platform.fetch(request), ...(answer && { answer }) }, port);
}

import { billOf } from "./bill/bill.ts";
import { meterTraffic } from "./bill/traffic.ts";
import type { ControlApp } from "./control/app.ts";
import { isControl } from "./control/path.ts";
import { type Engine, openEngine } from "./engine.ts";
import { healthOf } from "./health.ts";
import { type App, createApp } from "./http/app.ts";
import { type Arriving, arriving } from "./http/arriving.ts";
import { toResponse } from "./http/response.ts";
import type { ServedPlatform } from "./http/serve.ts";
import { deliveriesOf } from "./kinds/alert-check.ts";
import { heldAddresses, releaseAddress } from "./kinds/dedicated-address.ts";
import { migrate } from "./kinds/migration.ts";
import { acceptInvitation } from "./kinds/project-member.ts";
import { routesUnder } from "./kinds/shared-machines.ts";
import {
  deleteVolumeSnapshot,
  listVolumeSnapshots,
  snapshotVolume,
} from "./kinds/volume-snapshot.ts";
import { checkedAssumptions } from "./operator/assumptions.ts";
import { actAsConsole } from "./operator/console.ts";
import { edit } from "./operator/edit.ts";
import { infoOf } from "./operator/info.ts";
import { looksAtObjects } from "./page/looks.ts";
import type { Platform, PlatformOptions } from "./platform.ts";
import { snapshotOf } from "./store/snapshot.ts";
import { bind } from "./traffic/bindings.ts";
import { TrafficSwitch } from "./traffic/switch.ts";
import { trafficTable } from "./traffic/table.ts";

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
export type { ConsoleAction } from "./operator/console.ts";
export type { WorldInfo } from "./operator/info.ts";
export type { Settings } from "./operator/settings.ts";
export type { ObjectDetails, ObjectLink, ObjectRoute } from "./page/details.ts";
export type { ListedObject } from "./page/listed.ts";
export type { Platform, PlatformOptions } from "./platform.ts";
export type { KeyRate } from "./rate/rate-limit.ts";
export type { Saved } from "./store/saves.ts";
export type { Snapshot } from "./store/snapshot.ts";
export type { TrafficBackend, TrafficEntry, TrafficTable } from "./traffic/table.ts";

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
  const traffic = new TrafficSwitch(engine);
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
    releaseAddress: (ip) => database.transaction(() => releaseAddress(engine.world(), ip)),
    snapshotVolume: (id) => database.transaction(() => snapshotVolume(engine.world(), id)),
    deleteVolumeSnapshot: (id) =>
      database.transaction(() => deleteVolumeSnapshot(engine.world(), id)),
    meterTraffic: (id, bytes) => database.transaction(() => meterTraffic(engine, id, bytes)),
    act: (action) => database.transaction(() => actAsConsole(engine, action)),
    edit: (key, fields) => database.transaction(() => edit(engine.world(), key, fields)),
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
    saved: () => saves.list(),
    fork: (to) => engine.fork(to),
    ...carriedBy(engine, traffic),
    close: () => {
      try {
        traffic.close();
      } finally {
        engine.close();
      }
    },
  };
  apps.set(platform, app);
  switches.set(platform, traffic);
  return platform;
}

/** What only looks. */
function looksAt(
  engine: Engine,
): Pick<
  Platform,
  | ("snapshot" | "overview" | "details" | "picture" | "info" | "requests" | "rates" | "probe")
  | ("deliveries" | "addresses" | "volumeSnapshots" | "bill")
> {
  const { database } = engine;
  return {
    snapshot: () => database.transaction(() => snapshotOf(engine.world())),
    ...looksAtObjects(engine),
    rates: () => database.read(() => engine.rateLimit.standings(engine.world())),
    info: () => {
      engine.requests.flushIfFree();
      return database.read(() => infoOf(engine));
    },
    requests: (filter) => engine.requests.list(filter),
    deliveries: () => database.transaction(() => deliveriesOf(engine.world())),
    addresses: () => heldAddresses(engine.world()),
    volumeSnapshots: () => listVolumeSnapshots(engine.world()),
    bill: (asked = {}) => database.read(() => billOf(engine, asked)),
    probe: (id) => database.transaction(() => healthOf(engine.world(), id)),
  };
}

/** What may change whether traffic is carried, and by whom. */
function carriedBy(
  engine: Engine,
  traffic: TrafficSwitch,
): Pick<Platform, "configure" | "restore" | "reset" | "traffic" | "bindBackend"> {
  const { database, settings, saves, privateKeys } = engine;
  const change = (work: () => void) => {
    database.transaction(() => {
      work();
      if (!settings.read().traffic) privateKeys.empty();
    });
    void traffic.followIfPossible();
  };
  return {
    configure: (changes) => change(() => settings.change(changes)),
    restore: (name) => change(() => saves.restore(name)),
    reset: () => change(() => engine.reset()),
    traffic: () => trafficTable(engine),
    bindBackend: (named, address) =>
      database.transaction(() =>
        bind(engine.world(), { named, address }, trafficTable(engine).entries),
      ),
  };
}

/** What answers without a `Request` and a `Response`, which take Node longer to make than most answers. */
const apps = new WeakMap<Pick<Platform, "fetch">, App>();
const switches = new WeakMap<Pick<Platform, "fetch">, TrafficSwitch>();

/** Most platforms are never controlled over HTTP, and loading what serves that takes time. */
async function controlOf(platform: Platform): Promise<ControlApp> {
  const { createControlApp } = await import("./control/app.ts");
  return createControlApp(platform);
}

/**
 * Serves a platform on 127.0.0.1; port 0 stands for a free one. Requests for other hosts are refused.
 * While the setting `traffic` is on, it carries the traffic of the world as well.
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
  const fetch = (request: Request) => platform.fetch(request);
  const server = await serve({ fetch, ...(answer && { answer }) }, port);
  const traffic = switches.get(platform);
  await traffic?.serve();
  return {
    url: server.url,
    close: async () => {
      traffic?.close();
      await server.close();
    },
  };
}

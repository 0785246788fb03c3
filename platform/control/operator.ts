import type { Engine } from "../engine.ts";
import type { Api } from "../http/index.ts";
import {
  acceptInvitation,
  type Context,
  forgetPrivateKeys,
  heldAddresses,
  releaseAddress,
  snapshotOf,
} from "../kinds/index.ts";
import { bind, type Traffic, trafficTable } from "../traffic/index.ts";
import { billOf } from "./bill.ts";
import { deliveriesOf } from "./deliveries.ts";
import { edit } from "./edit.ts";
import { infoOf } from "./info.ts";
import { migrate } from "./migration.ts";
import type { Platform } from "./platform.ts";
import { healthOf } from "./probe.ts";
import { objectViews } from "./views.ts";

/** The operator's actions: each member is one transaction. */
export function operatorOf(
  engine: Engine,
  api: Api,
  traffic: Traffic,
): Omit<Platform, "fetch" | "close"> {
  const { worldId, rootKey, seed, controlToken, clock, faults, settings } = engine;
  const { database, keys, projects, saves } = engine;
  const within = <T>(work: () => T) => database.transaction(work);
  const seen = <T>(look: (context: Context) => T) => database.read(() => look(engine.context()));
  // Members that may change whether traffic is carried.
  const change = (work: () => void) => {
    within(() => {
      work();
      if (!settings.read().traffic) forgetPrivateKeys(engine.context());
    });
    traffic.follow();
  };
  return {
    ...{ worldId, rootKey, seed, controlToken, clock, faults },
    ...objectViews(engine),
    snapshot: () => seen(snapshotOf),
    info: () => database.read(() => infoOf(engine)),
    requests: (filter) => engine.requests.list(filter),
    rates: () => seen(({ now }) => engine.rateLimit.standings(now, settings.read())),
    act: (action) => within(() => api.act(action)),
    edit: (key, fields) => within(() => edit(engine.context(), key, fields)),
    settings: () => settings.read(),
    configure: (changes) => change(() => settings.change(changes)),
    probe: (id) => seen((context) => healthOf(context, id)),
    traffic: () => trafficTable(engine),
    bindBackend: (named, address) =>
      within(() => bind(engine.context(), { named, address }, trafficTable(engine).entries)),
    deliveries: () => seen(deliveriesOf),
    addresses: () => seen(heldAddresses),
    releaseAddress: (ip) => within(() => releaseAddress(engine.context(), ip)),
    bill: (asked = {}) => seen((context) => billOf(context, asked)),
    migrate: (id) => within(() => migrate(engine.context(), id)),
    createKey: (options) => within(() => keys.create(options, engine.context().account)),
    keys: () => keys.list(),
    revokeKey: (id) => {
      if (!keys.revoke(id)) throw new Error(`The key was not revoked: there is no key "${id}".`);
    },
    createProject: (name, { id } = {}) => within(() => projects.create(name, id)),
    projects: () => projects.list(),
    acceptInvitation: (email) => within(() => acceptInvitation(engine.context(), email)),
    save: (name) => within(() => saves.save(name, clock.now())),
    restore: (name) => change(() => saves.restore(name)),
    saved: () => saves.list(),
    reset: () => change(() => engine.reset()),
  };
}

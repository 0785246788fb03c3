import manifest from "../../package.json" with { type: "json" };
import type { KeyRate, Project } from "../access/index.ts";
import type { Engine } from "../engine.ts";
import { type HeldAddress, heldAddresses, shownKind } from "../kinds/index.ts";
import type { JsonObject, Saved } from "../store/index.ts";

/** A platform's settings, and how much there is in it. */
export interface WorldInfo {
  readonly worldId: string;
  readonly seed: string;
  /** Of pulumi-hosting. */
  readonly version: string;
  readonly clock: {
    /** RFC 3339. */
    readonly now: string;
    /** Seconds that pass on it in one: 0 while it is frozen. */
    readonly factor: number;
  };
  /** How many objects there are, by kind; kinds without any are left out. */
  readonly objects: Readonly<Record<string, number>>;
  readonly faults: number;
  readonly requests: number;
  /** The keys, without their values. */
  readonly keys: readonly JsonObject[];
  /** Oldest first. */
  readonly projects: readonly Project[];
  /** The dedicated IPv4 addresses that the account holds. */
  readonly addresses: readonly HeldAddress[];
  /** How far each key that has called is into its minute. */
  readonly rates: readonly KeyRate[];
  /** The saved moments, oldest first. */
  readonly saved: readonly Saved[];
}

/** Read within a transaction, so that all is of one moment. */
export function infoOf(engine: Engine): WorldInfo {
  const { worldId, seed, clock, keys, projects, faults, requests, saves, rateLimit } = engine;
  const context = engine.context();
  const counts = engine.database.sql.all`SELECT kind, count(*) AS count FROM objects
    WHERE gone_at IS NULL OR gone_at > ${context.now} GROUP BY kind`;
  const shown = counts.filter(({ kind }) => shownKind(String(kind)) !== undefined);
  return {
    ...{ worldId, seed, version: manifest.version },
    clock: { now: new Date(context.now).toISOString(), factor: clock.factor() },
    objects: Object.fromEntries(shown.map(({ kind, count }) => [String(kind), Number(count)])),
    faults: faults.list().length,
    requests: requests.count(),
    keys: keys.list(),
    projects: projects.list(),
    addresses: heldAddresses(context),
    rates: rateLimit.standings(context.now, context.settings),
    saved: saves.list(),
  };
}

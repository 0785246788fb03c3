import manifest from "../../package.json" with { type: "json" };
import type { Engine } from "../engine.ts";
import { served } from "../kinds/_all.ts";

/** What a world is, and how much there is in it. */
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
  readonly keys: number;
  readonly faults: number;
  readonly requests: number;
  readonly saved: number;
}

/** Read within a transaction, so that the numbers are of one moment. */
export function infoOf(engine: Engine): WorldInfo {
  const { worldId, seed, clock, keys, faults, requests, saves, database } = engine;
  const counts = database.sql.all`SELECT kind, count(*) AS count FROM objects GROUP BY kind`;
  const shown = counts.filter(({ kind }) => Object.hasOwn(served, String(kind)));
  return {
    worldId,
    seed,
    version: manifest.version,
    clock: { now: new Date(clock.now()).toISOString(), factor: clock.factor() },
    objects: Object.fromEntries(shown.map(({ kind, count }) => [String(kind), Number(count)])),
    keys: keys.list().length,
    faults: faults.list().length,
    requests: requests.count(),
    saved: saves.list().length,
  };
}

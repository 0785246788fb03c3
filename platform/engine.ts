import { resolve } from "node:path";
import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import type { Assumptions } from "../contract/assumptions.ts";
import { Keys, newKeyValue } from "./access/keys.ts";
import { Faults } from "./faults/faults.ts";
import { systemTimer, type Timer } from "./faults/timer.ts";
import { RequestLog } from "./http/request-log.ts";
import { PlatformClock, type TimeSource } from "./operator/clock.ts";
import { type Settings, SettingsStore } from "./operator/settings.ts";
import { RateLimit } from "./rate/rate-limit.ts";
import { type Database, openDatabase } from "./store/database.ts";
import { randomId } from "./store/ids.ts";
import { Objects } from "./store/objects.ts";
import { World } from "./world.ts";

/** What stays with a file for ever. */
interface Identity {
  readonly worldId: string;
  readonly rootKey: string;
}

/** The parts of the platform that share one file. */
export interface Engine extends Identity {
  readonly assumptions: Assumptions;
  readonly database: Database;
  readonly clock: PlatformClock;
  readonly settings: SettingsStore;
  readonly keys: Keys;
  readonly rateLimit: RateLimit;
  readonly faults: Faults;
  readonly timer: Timer;
  readonly requests: RequestLog;
  /** The world as it is now. */
  world(): World;
  /** Back to the state of a new file with the same identity. */
  reset(): void;
}

const WorldRow = z.object({ id: z.string(), root_key: z.string() });

/** What an engine is opened with. */
interface EngineOptions {
  readonly file: string;
  readonly assumptions: Assumptions;
  readonly clock?: TimeSource;
  readonly timer?: Timer;
  readonly defaults?: Partial<Settings>;
}

/** Opens the file and puts the parts together. */
export function openEngine(options: EngineOptions): Engine {
  const { file, assumptions, clock: source = Date, timer = systemTimer, defaults } = options;
  const database = openDatabase(resolve(file), (sql) => {
    fill(sql, { worldId: randomId("world_"), rootKey: newKeyValue() });
  });
  const { sql } = database;
  const identity = readIdentity(sql);
  const clock = new PlatformClock(sql, source);
  const settings = new SettingsStore(sql, defaults);
  const objects = new Objects(sql);
  const keys = new Keys(sql, clock, identity.rootKey);
  return {
    ...identity,
    assumptions,
    database,
    clock,
    settings,
    keys,
    rateLimit: new RateLimit(sql),
    faults: new Faults(sql, clock),
    timer,
    requests: new RequestLog(sql),
    world: () =>
      new World({ objects, keys, assumptions, settings: settings.read(), now: clock.now() }),
    reset: () => database.reset(() => fill(sql, identity)),
  };
}

function readIdentity(sql: SQLTagStore): Identity {
  const { id, root_key } = WorldRow.parse(sql.get`SELECT id, root_key FROM world`);
  return { worldId: id, rootKey: root_key };
}

function fill(sql: SQLTagStore, { worldId, rootKey }: Identity): void {
  sql.run`INSERT INTO world (id, root_key) VALUES (${worldId}, ${rootKey})`;
}

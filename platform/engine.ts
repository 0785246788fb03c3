import { resolve } from "node:path";
import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import type { Assumptions } from "../provider/contract/assumptions.ts";
import { Keys, newKeyValue } from "./auth.ts";
import { PlatformClock, type TimeSource } from "./clock.ts";
import { type Database, openDatabase } from "./database.ts";
import { Faults } from "./faults.ts";
import { randomId } from "./ids.ts";
import { Objects } from "./objects.ts";
import { RateLimit } from "./rate-limit.ts";
import { RequestLog } from "./request-log.ts";
import { SettingsStore } from "./settings.ts";
import { World } from "./world.ts";

/** The parts of the platform that share one file. */
export interface Engine {
  readonly worldId: string;
  readonly rootKey: string;
  readonly database: Database;
  readonly clock: PlatformClock;
  readonly settings: SettingsStore;
  readonly keys: Keys;
  readonly rateLimit: RateLimit;
  readonly faults: Faults;
  readonly requests: RequestLog;
  /** The world as it is now. */
  world(): World;
}

const WorldRow = z.object({ id: z.string(), root_key: z.string() });

/** Opens the file and puts the parts together. */
export function openEngine(file: string, assumptions: Assumptions, source: TimeSource): Engine {
  const database = openDatabase(resolve(file), fillNewWorld);
  const { sql } = database;
  const { id, root_key } = WorldRow.parse(sql.get`SELECT id, root_key FROM world`);
  const clock = new PlatformClock(sql, source);
  const settings = new SettingsStore(sql);
  const objects = new Objects(sql);
  return {
    worldId: id,
    rootKey: root_key,
    database,
    clock,
    settings,
    keys: new Keys(sql, clock, root_key),
    rateLimit: new RateLimit(sql),
    faults: new Faults(sql),
    requests: new RequestLog(sql),
    world: () => new World({ objects, assumptions, settings: settings.read(), now: clock.now() }),
  };
}

function fillNewWorld(sql: SQLTagStore): void {
  sql.run`INSERT INTO world (id, root_key) VALUES (${randomId("world_")}, ${newKeyValue()})`;
}

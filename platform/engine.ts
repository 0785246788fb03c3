import { resolve } from "node:path";
import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import type { Assumptions } from "../contract/assumptions.ts";
import { Keys, newKeyValue } from "./access/keys.ts";
import { chosen } from "./choices/choices.ts";
import { RateLimit } from "./http/rate-limit.ts";
import { RequestLog } from "./http/request-log.ts";
import { PlatformClock, type TimeSource } from "./operator/clock.ts";
import { Faults } from "./operator/faults.ts";
import { type Settings, SettingsStore } from "./operator/settings.ts";
import { type Database, openDatabase } from "./store/database.ts";
import { randomId } from "./store/ids.ts";
import { Objects } from "./store/objects.ts";
import { PortBlocks } from "./store/port-blocks.ts";
import { World } from "./world.ts";

/** What stays with a file for ever. */
interface Identity {
  readonly worldId: string;
  readonly rootKey: string;
}

/** The parts of the platform that share one file. */
export interface Engine extends Identity {
  readonly database: Database;
  readonly clock: PlatformClock;
  readonly settings: SettingsStore;
  readonly keys: Keys;
  readonly rateLimit: RateLimit;
  readonly faults: Faults;
  readonly requests: RequestLog;
  /** The world as it is now. */
  world(): World;
  /** The assumptions in force: the same object as long as nothing was changed. */
  assumptions(): Assumptions;
  /** Back to the state of a new file with the same identity. */
  reset(): void;
}

const WorldRow = z.object({ id: z.string(), root_key: z.string() });

/** Opens the file and puts the parts together. */
export function openEngine(file: string, assumptions: Assumptions, source: TimeSource): Engine {
  const database = openDatabase(resolve(file), (sql) => {
    fill(sql, { worldId: randomId("world_"), rootKey: newKeyValue() });
  });
  const { sql } = database;
  const identity = readIdentity(sql);
  const clock = new PlatformClock(sql, source);
  const settings = new SettingsStore(sql);
  const objects = new Objects(sql);
  const blocks = new PortBlocks(sql);
  const rules = rulesOver(assumptions);
  const keys = new Keys(sql, clock, identity.rootKey);
  return {
    ...identity,
    database,
    clock,
    settings,
    keys,
    rateLimit: new RateLimit(sql),
    faults: new Faults(sql),
    requests: new RequestLog(sql),
    world: () => new World({ objects, blocks, keys, ...rules(settings.read()), now: clock.now() }),
    assumptions: () => rules(settings.read()).assumptions,
    reset: () => database.reset(() => fill(sql, identity)),
  };
}

/** What follows from settings, made once for each of them. */
function rulesOver(
  given: Assumptions,
): (settings: Settings) => Pick<World, "assumptions" | "choices" | "settings"> {
  const make = (settings: Settings) => ({
    settings,
    choices: chosen(settings.preset, settings.choices),
    assumptions: { ...given, ...settings.assumptions },
  });
  let last: ReturnType<typeof make> | undefined;
  return (settings) => {
    if (last?.settings !== settings) last = make(settings);
    return last;
  };
}

function readIdentity(sql: SQLTagStore): Identity {
  const { id, root_key } = WorldRow.parse(sql.get`SELECT id, root_key FROM world`);
  return { worldId: id, rootKey: root_key };
}

function fill(sql: SQLTagStore, { worldId, rootKey }: Identity): void {
  sql.run`INSERT INTO world (id, root_key) VALUES (${worldId}, ${rootKey})`;
}

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import type { Assumptions } from "../contract/assumptions.ts";
import { Keys, newKeyValue } from "./access/keys.ts";
import { chosen } from "./choices/choices.ts";
import { Faults } from "./faults/faults.ts";
import { systemTimer, type Timer } from "./faults/timer.ts";
import { RequestLog } from "./http/request-log.ts";
import { PlatformClock, type TimeSource } from "./operator/clock.ts";
import { type Settings, SettingsStore } from "./operator/settings.ts";
import { RateLimit } from "./rate/rate-limit.ts";
import { copyDatabase, type Database, openDatabase } from "./store/database.ts";
import { randomId } from "./store/ids.ts";
import { Objects } from "./store/objects.ts";
import { PortBlocks } from "./store/port-blocks.ts";
import { Saves } from "./store/saves.ts";
import { World } from "./world.ts";

/** What stays with a file for ever. */
interface Identity {
  readonly worldId: string;
  readonly rootKey: string;
  readonly controlToken: string;
  /** What the ids of its objects follow from. */
  readonly seed: string;
}

/** Where the world is, and what it is made of. */
export interface EngineOptions {
  readonly file: string;
  readonly assumptions: Assumptions;
  readonly clock?: TimeSource;
  readonly timer?: Timer;
  readonly defaults?: Partial<Settings>;
  /** Default: a random one for a new file, its own for another. */
  readonly seed?: string;
}

/** The parts of the platform that share one file. */
export interface Engine extends Identity {
  readonly database: Database;
  readonly clock: PlatformClock;
  readonly settings: SettingsStore;
  readonly keys: Keys;
  readonly rateLimit: RateLimit;
  readonly faults: Faults;
  readonly timer: Timer;
  readonly requests: RequestLog;
  readonly saves: Saves;
  /** The world as it is now. */
  world(): World;
  /** The assumptions in force: the same object as long as nothing was changed. */
  assumptions(): Assumptions;
  /** Back to the state of a new file with the same identity. */
  reset(): void;
  /** Makes another world in a new file, in the same state. */
  fork(file: string): Fork;
}

/** A world that was made as a copy of another. */
export interface Fork {
  /** The whole path. */
  readonly file: string;
  /** Its own: what was made on the other world is not known to be on this one. */
  readonly worldId: string;
}

const WorldRow = z.object({
  worldId: z.string(),
  rootKey: z.string(),
  controlToken: z.string(),
  seed: z.string(),
}) satisfies z.ZodType<Identity>;

/**
 * Opens the file and puts the parts together.
 *
 * @throws Error when the file's world has another seed than the one that is given.
 */
export function openEngine(options: EngineOptions): Engine {
  const { file, assumptions, seed, defaults } = options;
  const { clock: source = Date, timer = systemTimer } = options;
  const database = openDatabase(resolve(file), (sql) => fill(sql, newIdentity(options)));
  const { sql } = database;
  const identity = WorldRow.parse(
    sql.get`SELECT id AS worldId, root_key AS rootKey, control_token AS controlToken, seed FROM world`,
  );
  if (seed !== undefined && seed !== identity.seed) {
    database.close();
    throw new Error(
      `The platform file "${file}" was not opened: its world has the seed "${identity.seed}", not "${seed}". Leave the seed out, or choose another file.`,
    );
  }
  const clock = new PlatformClock(sql, source);
  const settings = new SettingsStore(sql, defaults);
  const objects = new Objects(sql);
  const blocks = new PortBlocks(sql);
  const rules = rulesOver(assumptions);
  const keys = new Keys(sql, clock, identity.rootKey);
  const requests = new RequestLog(sql);
  const saves = new Saves(database);
  return {
    ...identity,
    database,
    clock,
    settings,
    keys,
    rateLimit: new RateLimit(sql),
    faults: new Faults(sql, clock, identity.seed),
    timer,
    requests,
    world: () => new World({ objects, blocks, keys, ...rules(settings.read()), now: clock.now() }),
    assumptions: () => rules(settings.read()).assumptions,
    saves,
    reset: () =>
      database.transaction(() => {
        saves.empty();
        requests.clear();
        begin(sql);
      }),
    fork: (to) => fork(resolve(file), resolve(dirname(resolve(file)), to), identity),
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

function newIdentity(given: { seed?: string | undefined; rootKey?: string }): Identity {
  const { seed = randomId("", 8), rootKey = newKeyValue() } = given;
  const controlToken = randomId("control_local_", 40);
  return { worldId: randomId("world_"), rootKey, controlToken, seed };
}

/** The first rows of a new file. */
function fill(sql: SQLTagStore, { worldId, rootKey, controlToken, seed }: Identity): void {
  sql.run`INSERT INTO world (id, root_key, control_token, seed)
    VALUES (${worldId}, ${rootKey}, ${controlToken}, ${seed})`;
  begin(sql);
}

/** The first rows of a world's state. */
function begin(sql: SQLTagStore): void {
  sql.run`INSERT INTO state DEFAULT VALUES`;
}

/** The keys of the world are part of its state, so they open the fork as well. */
function fork(from: string, to: string, { seed, rootKey }: Identity): Fork {
  const identity = newIdentity({ seed, rootKey });
  try {
    copyDatabase({ from, to, fill: (sql) => fill(sql, identity) });
  } catch (error) {
    if (!existsSync(to)) throw error;
    throw new Error(`The world was not forked: "${to}" is there already. Name a new file.`);
  }
  return { file: to, worldId: identity.worldId };
}

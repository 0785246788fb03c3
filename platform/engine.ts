import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Assumptions } from "../contract/assumptions.ts";
import { accountIn, reachOf } from "./access/account.ts";
import { type Caller, type Keys, newKeyValue } from "./access/keys.ts";
import { defaultProject, type Projects } from "./access/projects.ts";
import { chosen } from "./choices/choices.ts";
import { Faults } from "./faults/faults.ts";
import { systemTimer, type Timer } from "./faults/timer.ts";
import { RequestLog } from "./http/request-log.ts";
import { alertChecks } from "./kinds/alert-check.ts";
import { PlatformClock, type TimeSource } from "./operator/clock.ts";
import { type Settings, SettingsStore } from "./operator/settings.ts";
import { RateLimit } from "./rate/rate-limit.ts";
import { CarryingNote } from "./store/carrying.ts";
import type { Database, Sql } from "./store/database.ts";
import { GroupCommit } from "./store/group-commit.ts";
import { idAt, randomId } from "./store/ids.ts";
import { copyDatabase, openDatabase } from "./store/open-database.ts";
import { PortBlocks } from "./store/port-blocks.ts";
import { PrivateKeys } from "./store/private-keys.ts";
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
  /** What requests change is kept by it. */
  readonly changes: GroupCommit;
  readonly clock: PlatformClock;
  readonly settings: SettingsStore;
  readonly keys: Keys;
  readonly projects: Projects;
  readonly rateLimit: RateLimit;
  readonly faults: Faults;
  readonly timer: Timer;
  readonly requests: RequestLog;
  readonly saves: Saves;
  readonly privateKeys: PrivateKeys;
  readonly carrying: CarryingNote;
  /** What alert rules would have seen until now. */
  readonly checkAlerts: (world: World) => void;
  /** The world as it is now: as much of it as the caller reaches, all of it for the operator. */
  world(caller?: Reacher): World;
  /** The assumptions in force: the same object as long as nothing was changed. */
  assumptions(): Assumptions;
  /** Back to the state of a new file with the same identity. */
  reset(): void;
  /** Makes another world in a new file, in the same state. */
  fork(file: string): Fork;
  close(): void;
}

/** A world that was made as a copy of another. */
export interface Fork {
  /** The whole path. */
  readonly file: string;
  /** Its own: what was made on the other world is not known to be on this one. */
  readonly worldId: string;
}

/** What matters of a caller to what it sees. */
type Reacher = Pick<Caller, "project" | "role">;

const operator: Reacher = { project: null, role: "owner" };

/**
 * Opens the file and puts the parts together.
 *
 * @throws Error when the file's world has another seed than the one that is given.
 */
export function openEngine(options: EngineOptions): Engine {
  const { file, assumptions, seed, defaults } = options;
  const { clock: source = Date, timer = systemTimer } = options;
  const database = openDatabase(resolve(file), (made) => fill(made, source, newIdentity(options)));
  const { sql } = database;
  const identity = identityIn(sql);
  if (seed !== undefined && seed !== identity.seed) {
    database.close(() => undefined);
    throw new Error(
      `The platform file "${file}" was not opened: its world has the seed "${identity.seed}", not "${seed}". Leave the seed out, or choose another file.`,
    );
  }
  const clock = new PlatformClock(database, source);
  const settings = new SettingsStore(database, defaults);
  const firstKeyId = firstKeyOf(identity);
  const [blocks, privateKeys] = [new PortBlocks(sql), new PrivateKeys(database)];
  const rules = rulesOver(assumptions);
  const { account, projects, keys } = accountIn(database, clock);
  const [requests, saves] = [new RequestLog(database), new Saves(database)];
  const faults = new Faults(database, clock, identity.seed);
  return {
    ...identity,
    database,
    changes: new GroupCommit(database),
    clock,
    settings,
    keys,
    projects,
    rateLimit: new RateLimit(sql),
    faults,
    timer,
    requests,
    world: ({ project, role } = operator) => {
      const facts = rules(settings.read());
      return new World({
        objects: account.within(reachOf(project, { projects, choices: facts.choices })),
        ...{ account, blocks, privateKeys, keys, projects, role, firstKeyId, ...facts },
        ...{ now: clock.now(), trouble: { standstill: faults.standstill() } },
      });
    },
    assumptions: () => rules(settings.read()).assumptions,
    saves,
    privateKeys,
    carrying: new CarryingNote(database),
    checkAlerts: alertChecks(database),
    reset: () =>
      database.within(() => {
        saves.empty();
        privateKeys.empty();
        requests.clear();
        begin(database, source, identity);
      }),
    fork: (to) =>
      fork({ from: resolve(file), to: resolve(dirname(resolve(file)), to) }, source, identity),
    close: () => database.close(() => requests.flush()),
  };
}

function identityIn(sql: Sql): Identity {
  const row = sql.get`SELECT id, root_key, control_token, seed FROM world`;
  return {
    worldId: String(row?.["id"]),
    rootKey: String(row?.["root_key"]),
    controlToken: String(row?.["control_token"]),
    seed: String(row?.["seed"]),
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
function fill(database: Database, source: TimeSource, identity: Identity): void {
  const { sql } = database;
  const { worldId, rootKey, controlToken, seed } = identity;
  sql.run`INSERT INTO world (id, root_key, control_token, seed)
    VALUES (${worldId}, ${rootKey}, ${controlToken}, ${seed})`;
  begin(database, source, identity);
}

/** The first rows of a world's state: the project and the key that are there from the start. */
function begin(database: Database, source: TimeSource, identity: Identity): void {
  database.watched.run`INSERT INTO state DEFAULT VALUES`;
  const { keys, projects } = accountIn(database, new PlatformClock(database, source));
  projects.create(defaultProject.name, defaultProject.id);
  const first = { id: firstKeyOf(identity), key: identity.rootKey };
  keys.add({ name: "first key", scopes: ["*"], level: "Admin" }, first);
}

/** The first key has an id like any, which is the same in all worlds of a seed. */
function firstKeyOf({ seed }: Pick<Identity, "seed">): string {
  return idAt(seed, 0, { kind: "apiKey" });
}

/** The keys of the world are part of its state, so they open the fork as well. */
function fork(
  { from, to }: Readonly<Record<"from" | "to", string>>,
  source: TimeSource,
  { seed, rootKey }: Identity,
): Fork {
  const identity = newIdentity({ seed, rootKey });
  try {
    copyDatabase({ from, to, fill: (made) => fill(made, source, identity) });
  } catch (error) {
    const why = existsSync(to) ? `"${to}" is there already` : `its file was not made, ${error}`;
    throw new Error(`The world was not forked: ${why}. Name a new file.`);
  }
  return { file: to, worldId: identity.worldId };
}

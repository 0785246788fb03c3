import { resolve } from "node:path";
import type { Assumptions } from "../contract/assumptions.ts";
import {
  type Caller,
  defaultProject,
  Keys,
  newKeyValue,
  Projects,
  RateLimit,
} from "./access/index.ts";
import { Faults, systemTimer, type Timer } from "./faults/index.ts";
import { Context, type Settings, SettingsStore } from "./kinds/index.ts";
import {
  type Database,
  idAt,
  Objects,
  openDatabase,
  PlatformClock,
  PortBlocks,
  RequestLog,
  randomId,
  Saves,
  type Sql,
  type TimeSource,
  TrafficNote,
} from "./store/index.ts";

/** Values that the file keeps for ever. */
interface Identity {
  readonly worldId: string;
  readonly rootKey: string;
  readonly controlToken: string;
  /** The seed of the ids of its objects. */
  readonly seed: string;
}

/** Where the platform is, and what it is made of. */
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
  readonly projects: Projects;
  readonly rateLimit: RateLimit;
  readonly faults: Faults;
  readonly timer: Timer;
  readonly requests: RequestLog;
  readonly saves: Saves;
  readonly trafficNote: TrafficNote;
  /** The platform as it is now, all of it: what an operator sees. */
  context(): Context;
  /** Back to the state of a new file with the same identity. */
  reset(): void;
  close(): void;
}

/**
 * Opens the file and puts the parts together.
 *
 * @throws Error when the file's platform has another seed than the one that is given.
 */
export function openEngine(options: EngineOptions): Engine {
  const { file, seed, defaults, clock: source = Date, timer = systemTimer } = options;
  const database = openDatabase(resolve(file), (made) => fill(made.sql, seed));
  const { sql } = database;
  const identity = identityIn(sql);
  if (seed !== undefined && seed !== identity.seed) {
    database.close();
    throw new Error(
      `The platform file "${file}" was not opened: its platform has the seed "${identity.seed}", not "${seed}". Leave the seed out, or choose another file.`,
    );
  }
  const clock = new PlatformClock(sql, source);
  const settings = new SettingsStore(sql, defaults);
  const projects = new Projects(sql);
  const keys = new Keys(sql, projects);
  const blocks = new PortBlocks(sql);
  const [requests, saves] = [new RequestLog(sql), new Saves(database)];
  const assumptionsUnder = merged(options.assumptions);
  const firstKeyId = firstKeyOf(identity);
  return {
    ...identity,
    ...{ database, clock, settings, keys, projects, timer, requests, saves },
    rateLimit: new RateLimit(sql),
    faults: new Faults(sql, identity.seed),
    trafficNote: new TrafficNote(sql),
    context: () => {
      const now = clock.now();
      const current = settings.read();
      const reach = { project: null, home: defaultProject.id };
      const account = new Objects(sql, reach, { now, listed: now });
      return new Context({
        ...{ objects: account, account, blocks, keys, firstKeyId, projects },
        ...{ role: "owner", settings: current, assumptions: assumptionsUnder(current), now },
      });
    },
    reset: () => {
      saves.empty();
      requests.clear();
      begin(sql, identity);
    },
    close: () => database.close(),
  };
}

/** The platform as the caller sees it: what it reaches (spec 5), and lists that are so many seconds late. */
export function contextFor(context: Context, { project, role }: Caller, lag = 0): Context {
  const look = { now: context.now, listed: context.after(-lag) };
  const home = project ?? defaultProject.id;
  return context.with({
    role,
    objects: context.account.within({ project, home }, look),
    account: context.account.within(context.account.reach, look),
  });
}

/** The assumptions under some settings: the same object for the same settings. */
function merged(given: Assumptions): (settings: Settings) => Assumptions {
  const known = new WeakMap<Settings, Assumptions>();
  return (settings) => {
    const assumptions = known.get(settings) ?? { ...given, ...settings.assumptions };
    known.set(settings, assumptions);
    return assumptions;
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

/** The first rows of a new file. */
function fill(sql: Sql, seed = randomId("", 8)): void {
  const [worldId, rootKey] = [randomId("world_"), newKeyValue()];
  const controlToken = randomId("control_local_", 40);
  sql.run`INSERT INTO world (id, root_key, control_token, seed)
    VALUES (${worldId}, ${rootKey}, ${controlToken}, ${seed})`;
  begin(sql, { rootKey, seed });
}

/** The first rows of the state: the project and the key that are there from the start. */
function begin(sql: Sql, identity: Pick<Identity, "rootKey" | "seed">): void {
  sql.run`INSERT INTO state DEFAULT VALUES`;
  const projects = new Projects(sql);
  projects.create(defaultProject.name, defaultProject.id);
  const first = { id: firstKeyOf(identity), key: identity.rootKey };
  new Keys(sql, projects).add({ name: "first key", scopes: ["*"], level: "Admin" }, first);
}

/** The first key has an id like any, which is the same on all platforms of a seed. */
function firstKeyOf({ seed }: Pick<Identity, "seed">): string {
  return idAt(seed, 0, { kind: "apiKey" });
}

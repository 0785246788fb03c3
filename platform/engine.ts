import { resolve } from "node:path";
import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import type { Assumptions } from "../contract/assumptions.ts";
import { type Caller, Keys, newKeyValue } from "./access/keys.ts";
import { defaultProject, Projects } from "./access/projects.ts";
import { chosen } from "./choices/choices.ts";
import { RateLimit } from "./http/rate-limit.ts";
import { RequestLog } from "./http/request-log.ts";
import { PlatformClock, type TimeSource } from "./operator/clock.ts";
import { Faults } from "./operator/faults.ts";
import { SettingsStore } from "./operator/settings.ts";
import { type Database, openDatabase } from "./store/database.ts";
import { newId, randomId } from "./store/ids.ts";
import { Objects, type Reach } from "./store/objects.ts";
import { World } from "./world.ts";

/** What stays with a file for ever. */
interface Identity {
  readonly worldId: string;
  readonly rootKey: string;
  readonly rootKeyId: string;
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
  readonly requests: RequestLog;
  /** The world as it is now: as much of it as the caller reaches, all of it for the operator. */
  world(caller?: Reacher): World;
  /** Back to the state of a new file with the same identity. */
  reset(): void;
}

/** What matters of a caller to what it sees. */
type Reacher = Pick<Caller, "project" | "role">;

const operator: Reacher = { project: null, role: "owner" };

const WorldRow = z.object({ id: z.string(), root_key: z.string(), root_key_id: z.string() });

/** Opens the file and puts the parts together. */
export function openEngine(file: string, assumptions: Assumptions, source: TimeSource): Engine {
  const database = openDatabase(resolve(file), (sql) => {
    const rootKeyId = newId({ kind: "apiKey" });
    fill(sql, source, { worldId: randomId("world_"), rootKey: newKeyValue(), rootKeyId });
  });
  const { sql } = database;
  const identity = readIdentity(sql);
  const clock = new PlatformClock(sql, source);
  const settings = new SettingsStore(sql);
  const { account, projects, keys } = accessTo(sql, clock);
  return {
    ...identity,
    database,
    clock,
    settings,
    keys,
    projects,
    rateLimit: new RateLimit(sql),
    faults: new Faults(sql),
    requests: new RequestLog(sql),
    world: ({ project, role } = operator) => {
      const now = settings.read();
      const choices = chosen(now.preset, now.choices);
      return new World({
        objects: account.within(reachOf(project, { projects, choices })),
        ...{ account, keys, projects, role, assumptions, choices },
        firstKeyId: identity.rootKeyId,
        settings: now,
        now: clock.now(),
      });
    },
    reset: () => database.reset(() => fill(sql, source, identity)),
  };
}

function readIdentity(sql: SQLTagStore): Identity {
  const row = WorldRow.parse(sql.get`SELECT id, root_key, root_key_id FROM world`);
  return { worldId: row.id, rootKey: row.root_key, rootKeyId: row.root_key_id };
}

/** Writes what a new file holds: its world, the project and the key that are there from the start. */
function fill(sql: SQLTagStore, source: TimeSource, identity: Identity): void {
  const { worldId, rootKey, rootKeyId } = identity;
  sql.run`INSERT INTO world (id, root_key, root_key_id) VALUES (${worldId}, ${rootKey}, ${rootKeyId})`;
  const { keys, projects } = accessTo(sql, new PlatformClock(sql, source));
  projects.create(defaultProject.name, defaultProject.id);
  keys.add({ name: "first key", scopes: ["*"], level: "Admin" }, { id: rootKeyId, key: rootKey });
}

/** What a key reaches (spec 5): its project, or the whole account. */
function reachOf(
  project: string | null,
  { projects, choices }: Pick<World, "projects" | "choices">,
): Reach {
  if (project !== null) return { project, home: project };
  const isNewest = choices["access.accountHome"] === "newest";
  return { project, home: isNewest ? projects.newest() : defaultProject.id };
}

/** Who may do what with which objects. */
function accessTo(sql: SQLTagStore, clock: TimeSource) {
  const account = new Objects(sql, { project: null, home: defaultProject.id });
  const projects = new Projects(sql);
  return { account, projects, keys: new Keys(sql, { clock, account, projects }) };
}

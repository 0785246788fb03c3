import { carryingSchema } from "./carrying.ts";
import { pastSchema } from "./past.ts";
import { periodSchema } from "./periods.ts";
import { privateKeySchema } from "./private-keys.ts";
import { trafficSchema } from "./traffic.ts";

/** Format of the file, kept in `user_version`; a change of the schemas raises it. */
export const format = 6;

/** The oldest format that is brought up to this one when the file is opened. */
export const oldestFormat = 3;

const carried = `${privateKeySchema}${carryingSchema}`;

/** What brings a file of an older format up to this one. */
export function upgradeFrom(found: number): string {
  const steps = [
    { to: 4, sql: carried },
    { to: 5, sql: loggedAnswers },
    { to: 6, sql: `${regionsOfBlocks}${newestOfFaults}` },
  ];
  const missing = steps.filter(({ to }) => to > found).map(({ sql }) => sql);
  return `${missing.join("")}PRAGMA user_version = ${format};`;
}

const loggedAnswers = `
ALTER TABLE requests RENAME COLUMN spec TO decided_by;
ALTER TABLE requests ADD COLUMN response_body TEXT;`;

/** Like the column of a new file, so that one can be copied into the other. */
const regionColumn = "region TEXT NOT NULL DEFAULT 'local'";
/** Of one block in a hundred, the first of a host among them: an entry for each would slow down creates. */
const regionIndex =
  "CREATE INDEX port_blocks_of_region ON port_blocks (region) WHERE first_port % 1000 = 0;";

/** Until format 6 the hosts were those of one region: whichever it is now keeps them. */
const regionsOfBlocks = ["port_blocks", "saved_port_blocks"]
  .map(
    (table) => `
ALTER TABLE ${table} ADD COLUMN ${regionColumn};
UPDATE ${table} SET region =
  coalesce((SELECT json_extract(settings, '$.machineRegion') FROM state), 'local');`,
  )
  .concat(regionIndex)
  .join("");

const newestOfFaults = `
ALTER TABLE faults ADD COLUMN newest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE saved_faults ADD COLUMN newest INTEGER;`;

/** What stays with the file: a save, a restore and a fork leave it alone. */
export const fileSchema = `
CREATE TABLE world (
  id TEXT NOT NULL, root_key TEXT NOT NULL, control_token TEXT NOT NULL, seed TEXT NOT NULL
) STRICT;
CREATE TABLE requests (
  seq INTEGER PRIMARY KEY, time INTEGER NOT NULL, method TEXT NOT NULL,
  path TEXT NOT NULL, status INTEGER NOT NULL, total_bytes INTEGER NOT NULL, key_id TEXT,
  decided_by TEXT, error TEXT, body TEXT, response_body TEXT
) STRICT;
CREATE TABLE saves (name TEXT PRIMARY KEY, time INTEGER NOT NULL) STRICT;
${carried}PRAGMA user_version = ${format};
`;

/** What makes a world the one it is at a moment: saved, restored and forked as a whole. */
export const stateSchema = `
CREATE TABLE state (
  settings TEXT NOT NULL DEFAULT '{}', ids INTEGER NOT NULL DEFAULT 0,
  clock_base INTEGER NOT NULL DEFAULT 0, clock_since INTEGER NOT NULL DEFAULT 0,
  clock_factor REAL NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE objects (
  serial INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL,
  project TEXT NOT NULL, body TEXT NOT NULL, since INTEGER NOT NULL, UNIQUE (kind, id)
) STRICT;
CREATE INDEX objects_of_project ON objects (kind, project);
CREATE TABLE projects (
  serial INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL
) STRICT;
${["name", "instance_id", "instance"]
  .map((field) => [`objects_by_${field}`, `json_extract(body, '$.${field}')`])
  .map(
    ([index, value]) =>
      `CREATE INDEX ${index} ON objects (kind, ${value}) WHERE ${value} IS NOT NULL;\n`,
  )
  .join("")}CREATE TABLE port_blocks (
  host INTEGER NOT NULL, first_port INTEGER NOT NULL, is_free INTEGER NOT NULL,
  ${regionColumn},
  PRIMARY KEY (host, first_port)
) STRICT, WITHOUT ROWID;
CREATE INDEX free_port_blocks ON port_blocks (host, first_port) WHERE is_free = 1;
${regionIndex}
CREATE TABLE keys (
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL, scopes TEXT NOT NULL,
  level TEXT NOT NULL, project TEXT, member TEXT, expires_at INTEGER
) STRICT;
CREATE TABLE rate_windows (
  key_id TEXT PRIMARY KEY, window TEXT NOT NULL, usage TEXT NOT NULL
) STRICT;
CREATE TABLE faults (
  serial INTEGER PRIMARY KEY AUTOINCREMENT, effect TEXT NOT NULL, fault TEXT NOT NULL,
  since INTEGER NOT NULL, matched INTEGER NOT NULL DEFAULT 0, met INTEGER NOT NULL DEFAULT 0,
  newest INTEGER NOT NULL DEFAULT 0
) STRICT;
${pastSchema}${periodSchema}${trafficSchema}`;

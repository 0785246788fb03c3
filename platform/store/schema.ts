/** Format of the file, kept in `user_version`; a change of the schemas raises it. */
export const format = 7;

/** The formats that are brought up to this one when a file is opened; version 0.1.0 wrote 5, and none wrote 6. */
export const formerFormats: readonly number[] = [3, 4, 5];

const trafficNote = `
CREATE TABLE traffic_note (id INTEGER PRIMARY KEY, process INTEGER, entries TEXT NOT NULL) STRICT;
`;

/** What brings a file of an older format up to this one. */
export function upgradeFrom(found: number): string {
  const steps = [
    { to: 5, sql: loggedAnswers },
    { to: 7, sql: withoutHistory + trafficNote },
  ];
  const missing = steps.filter(({ to }) => to > found).map(({ sql }) => sql);
  return `${missing.join("")}PRAGMA user_version = ${format};`;
}

const loggedAnswers = `
ALTER TABLE requests RENAME COLUMN spec TO decided_by;
ALTER TABLE requests ADD COLUMN response_body TEXT;`;

/** Until then the file kept what every object had been, for bills and for lists that lag. */
const withoutHistory = `
DROP TABLE IF EXISTS private_keys; DROP TABLE IF EXISTS carrying;
DROP TRIGGER past_INSERT; DROP TRIGGER past_UPDATE; DROP TRIGGER past_DELETE;
${["past", "periods", "traffic"].map((table) => `DROP TABLE ${table}; DROP TABLE saved_${table};`).join(" ")}
ALTER TABLE requests DROP COLUMN total_bytes;
ALTER TABLE objects ADD COLUMN gone_at INTEGER; ALTER TABLE saved_objects ADD COLUMN gone_at INT;`;

/** What stays with the file: a save and a restore leave it alone. */
export const fileSchema = `
CREATE TABLE world (
  id TEXT NOT NULL, root_key TEXT NOT NULL, control_token TEXT NOT NULL, seed TEXT NOT NULL
) STRICT;
CREATE TABLE requests (
  seq INTEGER PRIMARY KEY, time INTEGER NOT NULL, method TEXT NOT NULL,
  path TEXT NOT NULL, status INTEGER NOT NULL, key_id TEXT, decided_by TEXT, error TEXT, body TEXT, response_body TEXT
) STRICT;
CREATE TABLE saves (name TEXT PRIMARY KEY, time INTEGER NOT NULL) STRICT;
${trafficNote}PRAGMA user_version = ${format};
`;

/** What is saved and restored as a whole. `since` is when an object was made, `gone_at` when a deleted one is gone. */
export const stateSchema = `
CREATE TABLE state (
  settings TEXT NOT NULL DEFAULT '{}', ids INTEGER NOT NULL DEFAULT 0,
  clock_base INTEGER NOT NULL DEFAULT 0, clock_since INTEGER NOT NULL DEFAULT 0,
  clock_factor REAL NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE objects (
  serial INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL,
  project TEXT NOT NULL, body TEXT NOT NULL, since INTEGER NOT NULL, gone_at INTEGER,
  UNIQUE (kind, id)
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
  PRIMARY KEY (host, first_port)
) STRICT, WITHOUT ROWID;
CREATE INDEX free_port_blocks ON port_blocks (host, first_port) WHERE is_free = 1;
CREATE TABLE keys (
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL, scopes TEXT NOT NULL,
  level TEXT NOT NULL, project TEXT, member TEXT, expires_at INTEGER
) STRICT;
CREATE TABLE rate_windows (
  key_id TEXT PRIMARY KEY, window TEXT NOT NULL, usage TEXT NOT NULL
) STRICT;
CREATE TABLE faults (
  serial INTEGER PRIMARY KEY AUTOINCREMENT, effect TEXT NOT NULL, fault TEXT NOT NULL,
  since INTEGER NOT NULL, matched INTEGER NOT NULL DEFAULT 0, met INTEGER NOT NULL DEFAULT 0
) STRICT;
`;

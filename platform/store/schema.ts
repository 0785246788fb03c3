/** Format of the file, kept in `user_version`; a change of the schemas raises it. */
export const format = 7;

/** Version 0.1.0 wrote this one, which is brought up to the present one when a file is opened. */
export const formerFormat = 5;

const trafficNote = `
CREATE TABLE traffic_note (id INTEGER PRIMARY KEY, process INTEGER, entries TEXT NOT NULL) STRICT;
`;

/** Until then the file kept every state that an object had had, for bills and for lists that lag. */
export const upgrade = `
DROP TABLE private_keys; DROP TABLE carrying;
DROP TRIGGER past_INSERT; DROP TRIGGER past_UPDATE; DROP TRIGGER past_DELETE;
${["past", "periods", "traffic"].map((table) => `DROP TABLE ${table}; DROP TABLE saved_${table};`).join(" ")}
ALTER TABLE requests DROP COLUMN total_bytes;
ALTER TABLE objects ADD COLUMN gone_at INTEGER; ALTER TABLE saved_objects ADD COLUMN gone_at INT;
${trafficNote}PRAGMA user_version = ${format};
`;

/** These tables stay with the file: a save and a restore leave them alone. */
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

/** These are saved and restored as a whole. `since` is when an object was made, and not read of a fault; `gone_at` is when a deleted one is gone. */
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

/**
 * The tables of the state, in the order in which they are restored. SQLite counts the serial numbers in
 * `sqlite_sequence`: it is first, because a restored row begins a new count where its table has none.
 */
export const stateTables: readonly string[] = [
  "sqlite_sequence",
  ...[...stateSchema.matchAll(/CREATE TABLE (\w+)/g)].map(([, table]) => String(table)),
];

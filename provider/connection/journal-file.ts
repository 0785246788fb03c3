import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { Statements } from "../../sqlite/statements.ts";

/** How long another process may have the file; longer would hold up every operation of this one. */
const busyMs = 2_000;

// synchronous = FULL: a request must not leave before its line is on disk.
const durable = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL";

/** Of the tables and columns below, kept in `user_version`: what changes them raises it. */
const format = 3;

const schema = `
CREATE TABLE IF NOT EXISTS creates (
  token TEXT PRIMARY KEY, declaration TEXT NOT NULL, subject TEXT NOT NULL, world TEXT NOT NULL,
  owner TEXT NOT NULL, directory TEXT NOT NULL, at INTEGER NOT NULL, id TEXT,
  stack TEXT, handed INTEGER NOT NULL DEFAULT 0, sent_by TEXT, same_id INTEGER NOT NULL DEFAULT 0,
  type TEXT, run TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS adoptions (
  world TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, declaration TEXT NOT NULL,
  subject TEXT NOT NULL, at INTEGER NOT NULL, run TEXT, stored INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (world, type, id)
) STRICT;
CREATE TABLE IF NOT EXISTS deletions (
  world TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (world, type, id)
) STRICT;
CREATE TABLE IF NOT EXISTS freed (
  world TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (world, kind, name, id)
) STRICT;
`;

/** A file of an older version has tables without these. */
const newColumns = {
  creates: {
    stack: "TEXT",
    handed: "INTEGER NOT NULL DEFAULT 0",
    sent_by: "TEXT",
    same_id: "INTEGER NOT NULL DEFAULT 0",
    type: "TEXT",
    run: "TEXT",
  },
  deletions: { done: "INTEGER NOT NULL DEFAULT 0" },
  adoptions: { run: "TEXT", stored: "INTEGER NOT NULL DEFAULT 1" },
};

/** The journal's SQLite file, which processes share, readable by its owner alone. */
export class JournalFile {
  readonly sql: Statements;
  readonly #database: DatabaseSync;

  /** @throws Error when the file cannot be read or written. */
  constructor(file: string) {
    if (file !== ":memory:") closeSync(openSync(file, "a", 0o600));
    this.#database = new DatabaseSync(file, { timeout: busyMs });
    this.#database.exec(durable);
    this.sql = new Statements(this.#database);
  }

  /** All of it is kept or nothing, and a file that fails half-way does not stay locked. */
  atOnce(work: () => void): void {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.#database.exec("COMMIT");
    } catch (error) {
      // On some errors SQLite has undone it already, and another one would hide why.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** Makes what a new file, or one of an older version, has not; a newer one has all that is needed. */
  bringUpToDate(): void {
    if (Number(this.sql.get`PRAGMA user_version`?.["user_version"]) >= format) return;
    this.#database.exec(schema);
    for (const [table, added] of Object.entries(newColumns)) {
      const columns = this.#database.prepare(`PRAGMA table_info(${table})`).all();
      for (const [name, type] of Object.entries(added)) {
        if (columns.some((column) => column["name"] === name)) continue;
        this.#database.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
      }
    }
    this.#database.exec(`PRAGMA user_version = ${format}`);
  }

  close(): void {
    this.#database.close();
  }
}

const optional = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined);

/** A create, as far as it is read. */
export const createRow = z.object({
  token: z.string(),
  declaration: z.string(),
  subject: z.string(),
  directory: z.string(),
  at: z.int(),
  id: optional,
  handed: z.number(),
  sent_by: optional,
  type: optional,
});

/** A deletion that began. */
export const deletionRow = z.object({ at: z.int(), done: z.number() });

/** Who made an object. */
export const makerRow = z.object({ declaration: z.string(), subject: z.string() });

/** Who adopted an object. */
export const adoptionRow = makerRow.extend({
  run: z.string().nullable(),
  stored: z.number(),
});

import { randomUUID } from "node:crypto";
import { closeSync, openSync, readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { Statements } from "../../sqlite/statements.ts";

/** How long another process may have the file; longer would hold up every operation of this one. */
const busyMs = 2_000;

// synchronous = FULL: a request must not leave before its line is on disk.
const durable = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL";

/** Longest time a request without an answer may be under way. */
export const settlesAfterMs = 90_000;
/** What is younger may be under way in another process, unless that is known to have ended. */
const ofAnotherRunMs = settlesAfterMs + 30_000;

/** What is older is of no use any more: its stack is gone or was looked after by hand. */
const keptMs = 30 * 24 * 60 * 60_000;
/** An adoption by its own stack counts for as long as a run may be: each run that still adopts the object notes it anew. */
export const adoptedMs = 6 * 60 * 60_000;
/** A deletion that takes longer has failed, and who has its name then is somebody else. */
export const freedMs = 10 * 60_000;

/** Of the tables and columns below, kept in `user_version`: what changes them raises it. */
const format = 7;

const schema = `
CREATE TABLE IF NOT EXISTS creates (
  token TEXT PRIMARY KEY, declaration TEXT NOT NULL, subject TEXT NOT NULL, world TEXT NOT NULL,
  owner TEXT NOT NULL, directory TEXT NOT NULL, at INTEGER NOT NULL, id TEXT,
  stack TEXT, handed INTEGER NOT NULL DEFAULT 0, sent_by TEXT, same_id INTEGER NOT NULL DEFAULT 0,
  type TEXT, run TEXT, told INTEGER NOT NULL DEFAULT 0,
  may_be_taken INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE IF NOT EXISTS adoptions (
  world TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, declaration TEXT NOT NULL,
  subject TEXT NOT NULL, at INTEGER NOT NULL, run TEXT, stored INTEGER NOT NULL DEFAULT 1, adopted_at INTEGER,
  stack TEXT
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
    told: "INTEGER NOT NULL DEFAULT 0",
    may_be_taken: "INTEGER NOT NULL DEFAULT 1",
  },
  deletions: { done: "INTEGER NOT NULL DEFAULT 0" },
  adoptions: {
    run: "TEXT",
    stored: "INTEGER NOT NULL DEFAULT 1",
    adopted_at: "INTEGER",
    stack: "TEXT",
  },
};

/**
 * Up to format 5 a stack's adoption took the place of another one's: a key can only be changed with its table. Versions
 * of that time take the first row of an object, which is the latest in the order of the index.
 */
const withAdoptionsByStack = `
ALTER TABLE adoptions RENAME TO older_adoptions;
${schema}
INSERT INTO adoptions (world, type, id, declaration, subject, at, run, stored, adopted_at, stack)
  SELECT world, type, id, declaration, subject, at, run, stored, adopted_at, stack FROM older_adoptions;
DROP TABLE older_adoptions;
CREATE INDEX latest_adoption ON adoptions (world, type, id, adopted_at DESC);
`;

/** The journal's SQLite file, which processes share, readable by its owner alone. */
export class JournalFile {
  readonly sql: Statements;
  /** Names this process in the rows that it writes. */
  readonly owner: string;
  readonly processes: Processes;
  readonly #database: DatabaseSync;

  /** @throws Error when the file cannot be read or written. */
  constructor(file: string, processes = processesHere()) {
    this.owner = ownerAmong(processes);
    this.processes = processes;
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
    this.#database.exec(withAdoptionsByStack);
    this.#database.exec(`PRAGMA user_version = ${format}`);
  }

  forgetOld(now: number): void {
    this.sql.run`DELETE FROM creates WHERE at < ${now - keptMs}`;
    this.sql.run`DELETE FROM deletions WHERE at < ${now - keptMs}`;
    this.sql.run`DELETE FROM adoptions WHERE at < ${now - keptMs}`;
    // A create asks for the last minutes alone, and the doctor what became of an object of that name.
    this.sql.run`DELETE FROM freed WHERE at < ${now - keptMs}`;
  }

  /** True for a create that no other process has under way any more, as far as is known. */
  isLeftOpen(row: unknown, now: number): boolean {
    return isLeftOpen(row, now, this.processes);
  }

  close(): void {
    this.#database.close();
  }
}

const optional = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined);

const optionalTime = z
  .number()
  .nullable()
  .transform((at) => at ?? undefined);

/** Who made an object. */
const maker = z.object({ declaration: z.string(), subject: z.string() });

/** What is read of a row. */
export const rowOf = {
  create: z.object({
    token: z.string(),
    declaration: z.string(),
    subject: z.string(),
    directory: z.string(),
    at: z.int(),
    id: optional,
    handed: z.number(),
    told: z.number(),
    sent_by: optional,
    may_be_taken: z.number(),
    type: optional,
  }),
  /** A deletion that began. */
  deletion: z.object({ at: z.int(), done: z.number() }),
  maker,
  /** Who adopted an object. */
  adoption: maker.extend({
    run: z.string().nullable(),
    stored: z.number(),
    adoptedAt: optionalTime,
    stack: optional,
  }),
};

/** The processes that may share a journal, as one of them sees them. */
interface Processes {
  /** This machine, or the container on it: in another one a number is another process's. */
  readonly machine: string;
  readonly pid: number;
  /** True also where nobody can tell. */
  isRunning(pid: number): boolean;
}

/** The processes of this machine. */
export function processesHere(): Processes {
  const ofLinux = [
    () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
    () => readlinkSync("/proc/self/ns/pid"),
  ];
  const machine = [hostname(), ...ofLinux.map(orNothing)].join(" ");
  return { machine, pid: process.pid, isRunning };
}

function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
  // What has ended has its number until its parent asks for it: in a container that may be never.
  const stat = orNothing(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return stat.at(stat.lastIndexOf(")") + 2) !== "Z";
}

/** Older versions wrote the first word alone; all of them only compare it as a whole. */
function ownerAmong({ machine, pid }: Processes): string {
  return `${randomUUID()} ${pid} ${machine}`;
}

/** True for a create whose process has ended, or which is too old to be under way. */
export function isLeftOpen(row: unknown, now: number, processes: Processes): boolean {
  const { owner, at } = z.object({ owner: z.string(), at: z.int() }).parse(row);
  if (at < now - ofAnotherRunMs) return true;
  const [, pid, ...machine] = owner.split(" ");
  return machine.join(" ") === processes.machine && !processes.isRunning(Number(pid));
}

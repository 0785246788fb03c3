import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLTagStore, type StatementSync } from "node:sqlite";
import { hasMessage, inspect, refuseForeign } from "./foreign.ts";
import { pastTriggers } from "./past.ts";
import { copyState, makeSaveTables } from "./saves.ts";
import { fileSchema, format, stateSchema, upgradeFrom } from "./schema.ts";
import { told } from "./told.ts";

/** How long a process waits for another one that holds the file. */
const busyMilliseconds = 15_000;

/** Runs SQL written as a template; statements are prepared once and values are bound. */
export type Sql = Pick<SQLTagStore, "all" | "get" | "run">;

/** The platform's file. Several processes may have it open; each change is one transaction. */
export class Database {
  readonly sql: Sql;
  /** The same for what few requests change and all need: a change by it makes another version. */
  readonly watched: Sql;
  /** The same for what is looked at: a change by it makes another revision. */
  readonly shown: Sql;
  readonly #connection: DatabaseSync;
  readonly #asked: StatementSync;
  /** What we were last told of other connections. */
  #others = 0;
  /** True while nobody else can change what is seen. */
  #isStill = false;
  #version = 0;
  #changes = 0;
  /** Why SQLite itself undid the transaction under way, as it does when the disk is full. */
  #undoneBy: unknown;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
    this.#asked = connection.prepare("PRAGMA data_version");
    const sql = connection.createTagStore();
    this.sql = sql;
    this.watched = told(sql, () => {
      this.#version += 1;
    });
    this.shown = told(sql, () => {
      this.#changes += 1;
    });
  }

  /** Another one after a change of what is watched, by whatever process, or of anything by another. */
  get version(): number {
    if (!this.#isStill) this.#askOfOthers();
    return this.#version;
  }

  /** Another one after a change of the objects or of what decides how they look: never the same again. */
  get revision(): number {
    return this.version + this.#changes;
  }

  /** Runs `work`, which changes nothing, on the file as it is at one moment; waits for nobody. */
  read<T>(work: () => T): T {
    this.sql.run`BEGIN`;
    const end = () => this.sql.run`COMMIT`;
    return this.#settle(work, { keep: end, undo: end });
  }

  /** Runs `work` in the transaction under way, or in one of its own. */
  within(work: () => void): void {
    if (this.#isStill) work();
    else this.transaction(work);
  }

  /** Runs `work` alone on the file: all of its changes are kept, or none when it throws. */
  transaction<T>(work: () => T): T {
    this.sql.run`BEGIN IMMEDIATE`;
    return this.#settle(work, {
      keep: () => this.sql.run`COMMIT`,
      undo: () => this.sql.run`ROLLBACK`,
    });
  }

  /** Within a transaction: undoes the changes of `work` alone when it throws. */
  attempt<T>(work: () => T): T {
    if (this.#undoneBy !== undefined) throw this.#undoneBy;
    this.sql.run`SAVEPOINT attempt`;
    return this.#settle(work, {
      keep: () => this.sql.run`RELEASE attempt`,
      undo: () => {
        this.sql.run`ROLLBACK TO attempt`;
        this.sql.run`RELEASE attempt`;
      },
    });
  }

  /** What failed first is thrown: where SQLite has undone everything, there is nothing to end, and that says nothing. */
  #settle<T>(work: () => T, end: { keep: () => void; undo: () => void }): T {
    try {
      const result = this.#isStill ? work() : this.#atOneMoment(work);
      end.keep();
      return result;
    } catch (error) {
      this.#version += 1;
      if (this.#connection.isTransaction) end.undo();
      else this.#undoneBy ??= error;
      throw this.#undoneBy ?? error;
    }
  }

  /** Within a transaction nobody else changes what it sees. */
  #atOneMoment<T>(work: () => T): T {
    this.#undoneBy = undefined;
    this.#askOfOthers();
    this.#isStill = true;
    try {
      return work();
    } finally {
      this.#isStill = false;
    }
  }

  /** The file's number changes whenever another connection has changed it. */
  #askOfOthers(): void {
    const told = Number(this.#asked.get()?.["data_version"]);
    if (told !== this.#others) this.#version += 1;
    this.#others = told;
  }

  /** Runs a statement that is composed at run time, because it names tables; values are bound. */
  run(statement: string, ...values: string[]): void {
    this.#version += 1;
    this.#connection.prepare(statement).run(...values);
  }

  /** @param last Done before, where it is still open. */
  close(last: () => void): void {
    if (!this.#connection.isOpen) return;
    try {
      last();
    } finally {
      this.#connection.close();
    }
  }
}

/**
 * Opens the file, made with its directory when it is not there, readable by its owner alone.
 *
 * @param fill Writes the first rows of a new file, in the transaction that makes its tables.
 * @throws Error when the file is of another format or not a platform's file.
 */
export function openDatabase(file: string, fill: (database: Database) => void): Database {
  makeDirectory(dirname(file));
  // SQLite gives the -wal and -shm files the permissions of the file itself.
  closeSync(openSync(file, "a", 0o600));
  const connection = new DatabaseSync(file, { timeout: busyMilliseconds });
  try {
    refuseForeign(connection, file);
    useWriteAheadLog(connection);
    const database = new Database(connection);
    database.transaction(() => {
      const { found } = inspect(connection, file);
      if (found > 0 && found < format) connection.exec(upgradeFrom(found));
      if (found > 0) return;
      makeTables(connection, database);
      connection.exec(pastTriggers);
      fill(database);
    });
    return database;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Where a copy of a world comes from and goes. */
export interface Copy {
  readonly from: string;
  /** A file that is not there yet. */
  readonly to: string;
  /** Writes the first rows; those of the state are replaced. */
  fill(database: Database): void;
}

/**
 * Makes a new file with the state of another one, and neither its identity, its log nor its saves.
 *
 * @throws Error with the code EEXIST when the new file is there already.
 */
export function copyDatabase({ from, to, fill }: Copy): void {
  makeDirectory(dirname(to));
  closeSync(openSync(to, "wx", 0o600));
  const connection = new DatabaseSync(":memory:");
  try {
    const copy = new Database(connection);
    makeTables(connection, copy);
    fill(copy);
    copyState(copy, from);
    connection.exec(pastTriggers);
    // The copy is whole or it is not there, so nothing has to reach the disk in an order.
    connection.exec("PRAGMA synchronous = OFF");
    copy.run("VACUUM INTO ?", to);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    connection.close();
  }
}

function makeTables(connection: DatabaseSync, database: Database): void {
  connection.exec(stateSchema);
  makeSaveTables(database);
  connection.exec(fileSchema);
}

/** A directory of its own is kept out of git: the file holds the root key. */
function makeDirectory(directory: string): void {
  const made = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (made !== undefined) writeFileSync(join(directory, ".gitignore"), "*\n", { mode: 0o600 });
}

/**
 * Kept in memory: up to 16 MB of the file, so that a create in a large world reads none of it. Folding the
 * log of changes into the file waits for the disk, so that is done every 16 MB instead of every 4.
 */
const pragmas = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000`;

/** SQLite's own wait for locks does not cover processes that switch a new file at the same moment. */
function useWriteAheadLog(connection: DatabaseSync): void {
  const end = Date.now() + busyMilliseconds;
  for (;;) {
    try {
      connection.exec(pragmas);
      return;
    } catch (error) {
      if (!hasMessage(error, "database is locked") || Date.now() > end) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

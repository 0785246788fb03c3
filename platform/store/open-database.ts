import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { openSqlite } from "../../sqlite/database.ts";
import { makeDirectory } from "../../sqlite/directory.ts";
import { busyMilliseconds, Database } from "./database.ts";
import { hasMessage, inspect, refuseForeign } from "./foreign.ts";
import { pastTriggers } from "./past.ts";
import { copyState, makeSaveTables } from "./saves.ts";
import { fileSchema, format, stateSchema, upgradeFrom } from "./schema.ts";

/**
 * Opens the file, made with its directory when it is not there, readable by its owner alone.
 *
 * @param fill Writes the first rows of a new file, in the transaction that makes its tables.
 * @throws Error when the file is of another format or not a platform's file.
 */
export function openDatabase(file: string, fill: (database: Database) => void): Database {
  ensureDirectory(dirname(file));
  // SQLite gives the -wal and -shm files the permissions of the file itself.
  closeSync(openSync(file, "a", 0o600));
  const connection = openSqlite(file, { timeout: busyMilliseconds });
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
  ensureDirectory(dirname(to));
  closeSync(openSync(to, "wx", 0o600));
  const connection = openSqlite(":memory:");
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
function ensureDirectory(directory: string): void {
  if (makeDirectory(directory)) {
    writeFileSync(join(directory, ".gitignore"), "*\n", { mode: 0o600 });
  }
}

/**
 * Kept in memory: up to 16 MB of the file, so that a create in a large world reads none of it. Folding the
 * log of changes into the file waits for the disk, so that is done every 16 MB instead of every 4.
 */
const pragmas = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
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

import { closeSync, existsSync, lstatSync, openSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { openSqlite } from "../../sqlite/database.ts";
import { makeDirectory } from "../../sqlite/directory.ts";
import { busyMilliseconds, Database, hasMessage } from "./database.ts";
import { makeSaveTables } from "./saves.ts";
import { fileSchema, format, formerFormat, stateSchema, upgrade } from "./schema.ts";

/**
 * Opens the file, made with its directory when it is not there, readable by its owner alone.
 *
 * @param fill Writes the first rows of a new file, in the transaction that makes its tables.
 * @throws Error when the file is of another format or not a platform's file.
 */
export function openDatabase(file: string, fill: (database: Database) => void): Database {
  ensureDirectory(dirname(file));
  // A repository may hold one, and its target would be made or changed.
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      `The platform file "${file}" was not opened: it is a link. Choose the file that it leads to.`,
    );
  }
  // SQLite gives the -wal and -shm files the permissions of the file itself.
  closeSync(openSync(file, "a", 0o600));
  const connection = openSqlite(file, { timeout: busyMilliseconds });
  try {
    refuseForeign(connection, file);
    useWriteAheadLog(connection);
    const database = new Database(connection);
    database.transaction(() => {
      const { found } = inspect(connection, file);
      if (found === formerFormat) connection.exec(upgrade);
      else if (found === 0) {
        connection.exec(stateSchema);
        makeSaveTables(database);
        connection.exec(fileSchema);
        fill(database);
      }
    });
    return database;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** @throws Error when the file is not a platform's, or of a format that this version does not read. */
function refuseForeign(connection: DatabaseSync, file: string): void {
  const { found, tables } = inspect(connection, file);
  if (found > format) {
    throw new Error(
      `The platform file "${file}" was not opened: it has format ${found} of a newer pulumi-hosting, and this one reads ${format}. Update pulumi-hosting or choose another file.`,
    );
  }
  if (found === 0 && tables > 0) throw notOurs(file);
  if (found > 0 && found < format && found !== formerFormat) {
    throw new Error(
      `The platform file "${file}" was not opened: it has format ${found} of an older pulumi-hosting, and this one reads ${format}. Delete it for an empty platform, or choose another file.`,
    );
  }
}

/** Format and number of tables. In one statement, because another process may be making the tables. */
function inspect(connection: DatabaseSync, file: string) {
  try {
    const row = connection
      .prepare(
        "SELECT user_version, (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_user_version",
      )
      .get();
    return { found: Number(row?.["user_version"]), tables: Number(row?.["tables"]) };
  } catch (error) {
    throw hasMessage(error, "not a database") ? notOurs(file) : error;
  }
}

function notOurs(file: string): Error {
  return new Error(
    `The platform file "${file}" was not opened: it was not made by pulumi-hosting. Choose another file.`,
  );
}

/** A directory that is made for it, or is called as one, is kept out of git: the file holds the root key. */
function ensureDirectory(directory: string): void {
  const isMade = makeDirectory(directory);
  const ignoring = join(directory, ".gitignore");
  if (isMade || (basename(directory) === ".hosting" && !existsSync(ignoring))) {
    writeFileSync(ignoring, "*\n", { mode: 0o600 });
  }
}

/** Up to 16 MB of the file are kept in memory, so that a create reads none of a large one. */
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

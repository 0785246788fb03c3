import type { DatabaseSync } from "node:sqlite";
import { Statements } from "../../sqlite/database.ts";

/** How long a process waits for another one that holds the file. */
export const busyMilliseconds = 15_000;

/** Runs SQL written as a template; statements are prepared once and values are bound. */
export type Sql = Pick<Statements, "all" | "get" | "run">;

/** The platform's file. Several processes may have it open; each change is one transaction. */
export class Database {
  readonly sql: Sql;
  readonly #connection: DatabaseSync;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
    this.sql = new Statements(connection);
  }

  /** Another number after a change of the file, by whatever process. */
  get revision(): string {
    const row = this.sql.get`SELECT data_version, total_changes() AS own FROM pragma_data_version`;
    return `${row?.["data_version"]} ${row?.["own"]}`;
  }

  /** Runs `work` alone on the file: all of its changes are kept, or none when it throws. */
  transaction<T>(work: () => T): T {
    this.sql.run`BEGIN IMMEDIATE`;
    return this.#finish(work);
  }

  /** Runs `work`, which changes nothing, on the file as it is at one moment; waits for nobody who writes. */
  read<T>(work: () => T): T {
    this.sql.run`BEGIN`;
    return this.#finish(work);
  }

  /** Within a transaction: undoes the changes of `work` alone when it throws. */
  attempt<T>(work: () => T): T {
    this.sql.run`SAVEPOINT attempt`;
    try {
      return work();
    } catch (error) {
      // Where the disk is full, SQLite itself has undone everything.
      if (this.#connection.isTransaction) this.sql.run`ROLLBACK TO attempt`;
      throw error;
    } finally {
      if (this.#connection.isTransaction) this.sql.run`RELEASE attempt`;
    }
  }

  /** Runs a statement that is composed at run time, because it names tables; values are bound. */
  run(statement: string, ...values: string[]): void {
    this.#connection.prepare(statement).run(...values);
  }

  close(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }

  #finish<T>(work: () => T): T {
    try {
      const result = work();
      this.sql.run`COMMIT`;
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.sql.run`ROLLBACK`;
      throw error;
    }
  }
}

/** True for that error of SQLite. */
export function hasMessage(error: unknown, part: string): boolean {
  return error instanceof Error && error.message.includes(part);
}

/** True where it was the file that could not be used, also because it was closed. */
export function isOfFile(error: unknown): boolean {
  const codes: readonly unknown[] = ["ERR_SQLITE_ERROR", "ERR_INVALID_STATE"];
  return error instanceof Error && "code" in error && codes.includes(error.code);
}

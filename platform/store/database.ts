import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Statements } from "../../sqlite/database.ts";
import { hasMessage } from "./foreign.ts";
import { told } from "./told.ts";

/** How long a process waits for another one that holds the file. */
export const busyMilliseconds = 15_000;

/** Runs SQL written as a template; statements are prepared once and values are bound. */
export type Sql = Pick<Statements, "all" | "get" | "run">;

/** The platform's file. Several processes may have it open; each change is one transaction. */
export class Database {
  readonly sql: Sql;
  /** The same for what few requests change and all need: a change by it makes another version. */
  readonly watched: Sql;
  /** The same for what is looked at: a change by it makes another revision. */
  readonly shown: Sql;
  readonly #connection: DatabaseSync;
  readonly #asked: StatementSync;
  readonly #beginRead: StatementSync;
  readonly #commit: StatementSync;
  /** What we were last told of other connections. */
  #others = 0;
  /** True while nobody else can change what is seen. */
  #isStill = false;
  #version = 0;
  #changes = 0;
  /** Why SQLite itself undid the transaction under way, as it does when the disk is full. */
  #undoneBy: unknown;
  /** True while the log of changes may hold a secret that is deleted. */
  #isLogTelling = false;
  /** True while a moment is kept for who else asks in this turn of the event loop. */
  #isKept = false;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
    this.#asked = connection.prepare("PRAGMA data_version");
    this.#asked.setReturnArrays(true);
    this.#beginRead = connection.prepare("BEGIN");
    this.#commit = connection.prepare("COMMIT");
    const sql = new Statements(connection);
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
    if (!this.#isStill) {
      this.#letGo();
      this.#askOfOthers();
    }
    return this.#version;
  }

  /** Another one after a change of the objects or of what decides how they look: never the same again. */
  get revision(): number {
    return this.version + this.#changes;
  }

  /** Runs `work`, which changes nothing, on the file as it is at one moment; waits for nobody. */
  read<T>(work: () => T): T {
    this.#letGo();
    // Unlike `run`, `get` makes no object of what was changed.
    this.#beginRead.get();
    const end = () => this.#commit.get();
    return this.#settle(work, { keep: end, undo: end });
  }

  /**
   * Does the same for a request that came over a socket: those of one turn of the event loop see one moment.
   * None of them was sent after a change that this moment lacks was answered: what is read in a turn had
   * arrived when it began. Work for which that does not hold, like a call of this process, takes `read`.
   */
  readTogether<T>(work: () => T): T {
    if (!this.#isKept) this.#keepMoment();
    this.#isStill = true;
    try {
      return work();
    } catch (error) {
      this.#version += 1;
      this.#letGo();
      throw error;
    } finally {
      this.#isStill = false;
    }
  }

  #keepMoment(): void {
    this.#beginRead.get();
    this.#isKept = true;
    setImmediate(this.#letGo);
    this.#undoneBy = undefined;
    this.#askOfOthers();
  }

  /** What is asked from now on sees what others did meanwhile. */
  readonly #letGo = (): void => {
    if (!this.#isKept) return;
    this.#isKept = false;
    // Where the disk failed, SQLite has ended it.
    if (this.#connection.isTransaction) this.#commit.get();
  };

  /**
   * Runs `work`, which only decides how to go on: others are asked once, and no transaction is begun.
   * What they change meanwhile may be seen by a part of it.
   */
  glance<T>(work: () => T): T {
    this.#letGo();
    return this.#atOneMoment(work);
  }

  /** Runs `work` in the transaction under way, or in one of its own. */
  within(work: () => void): void {
    if (this.#isStill) work();
    else this.transaction(work);
  }

  /** Runs `work` alone on the file: all of its changes are kept, or none when it throws. */
  transaction<T>(work: () => T): T {
    this.#letGo();
    this.sql.run`BEGIN IMMEDIATE`;
    return this.#kept(work);
  }

  /** Does the same at once, or gives false: where another process is writing, nobody waits for that. */
  transactionIfFree(work: () => void): boolean {
    this.#letGo();
    try {
      this.#atOnce(() => this.sql.run`BEGIN IMMEDIATE`);
    } catch (error) {
      if (hasMessage(error, "database is locked")) return false;
      throw error;
    }
    this.#kept(work);
    return true;
  }

  /** Within a transaction that deletes a secret: of its bytes nothing stays once that is kept. */
  leaveNoTrace(): void {
    this.#isLogTelling = true;
  }

  #kept<T>(work: () => T): T {
    const result = this.#settle(work, {
      keep: () => this.#commit.get(),
      undo: () => this.sql.run`ROLLBACK`,
    });
    if (this.#isLogTelling) this.#emptyLog();
    return result;
  }

  /** Deleted bytes are zeros in the file (`secure_delete`); the log has what they were, and is emptied as soon as nobody reads it. */
  #emptyLog(): void {
    const done = this.#atOnce(() => this.sql.get`PRAGMA wal_checkpoint(TRUNCATE)`);
    this.#isLogTelling = done?.["busy"] !== 0;
  }

  /** What cannot be done now fails instead of waiting for another process. */
  #atOnce<T>(work: () => T): T {
    this.#connection.exec("PRAGMA busy_timeout = 0");
    try {
      return work();
    } finally {
      this.#connection.exec(`PRAGMA busy_timeout = ${busyMilliseconds}`);
    }
  }

  /** Within a transaction: undoes the changes of `work` alone when it throws. */
  attempt<T>(work: () => T): T {
    if (this.#undoneBy !== undefined) throw this.#undoneBy;
    this.sql.get`SAVEPOINT attempt`;
    return this.#settle(work, {
      keep: () => this.sql.get`RELEASE attempt`,
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
    const told = Number(this.#asked.get()?.[0]);
    if (told !== this.#others) this.#version += 1;
    this.#others = told;
  }

  /** A statement that is run so often that to look it up by its text would be felt. */
  prepare(statement: string): StatementSync {
    return this.#connection.prepare(statement);
  }

  /** Runs a statement that is composed at run time, because it names tables; values are bound. */
  run(statement: string, ...values: string[]): void {
    this.#version += 1;
    this.#letGo();
    this.#connection.prepare(statement).run(...values);
  }

  /** @param last Done before, where it is still open. */
  close(last: () => void): void {
    if (!this.#connection.isOpen) return;
    this.#letGo();
    try {
      last();
    } finally {
      this.#connection.close();
    }
  }
}

import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { openSqlite } from "../../../sqlite/database.ts";
import { requireOwn } from "../../../sqlite/directory.ts";
import type { Clock } from "../../clock.ts";
import { shortened } from "../../display.ts";
import { type Budget, nameOf } from "../budget.ts";
import {
  LocalPermits,
  outMs,
  type Permit,
  type Permits,
  type Taken,
  takeEach,
} from "../permits.ts";

/** The permits of a budget, in a file below `directory`. */
export function openSharedPermits(
  budget: Budget,
  { clock, directory, warn }: OpenOptions,
): SharedPermits {
  return new SharedPermits({
    now: () => clock.now(),
    wallClock: Date.now,
    file: () => join(directory(), fileName(budget)),
    warn,
  });
}

/** How many permits of a budget programs on this machine have out; none where none ever asked for one. */
export function sharedPermitsOut(budget: Budget, directory: string): number {
  const file = join(directory, fileName(budget));
  if (!existsSync(file)) return 0;
  requireOwn(directory);
  const database = openSqlite(file, { readOnly: true, timeout: busyMs });
  try {
    const counted = database.prepare("SELECT count(*) AS out FROM permits WHERE expires > ?");
    return Number(counted.get(Date.now())?.["out"]);
  } finally {
    database.close();
  }
}

interface OpenOptions extends Pick<SharedPermitsOptions, "warn"> {
  readonly clock: Clock;
  readonly directory: () => string;
}

interface SharedPermitsOptions {
  /** The clock of this process; it never goes back. */
  readonly now: () => number;
  /** The machine's clock, in milliseconds since the epoch. */
  readonly wallClock: () => number;
  /** Path of the table; asked for when the first permit is. */
  readonly file: () => string;
  /** Called once, with one line, when the table cannot be used. */
  readonly warn: (line: string) => void;
}

/**
 * Permits that programs on this machine share: each explicit provider is a process, and so is each run.
 * Each also counts its own, so that it stays within the limit by itself when the table cannot be used.
 */
export class SharedPermits implements Permits {
  readonly #options: SharedPermitsOptions;
  readonly #own: LocalPermits;
  #table: PermitTable | undefined;
  #isBroken = false;
  /** Since when other programs have had the table locked. */
  #lockedSince: number | undefined;

  constructor(options: SharedPermitsOptions) {
    this.#options = options;
    this.#own = new LocalPermits(options.now);
  }

  async take(limit: number, wanted: number): Promise<Taken> {
    return takeEach(wanted, () => this.#takeOne(limit));
  }

  pause(milliseconds: number): void {
    this.#ask((table) => table.pause(milliseconds));
  }

  #takeOne(limit: number): Permit | number {
    const own = this.#own.takeOne(limit);
    if (typeof own === "number") return own;
    const row = this.#ask((table) => table.add(limit));
    if (row === undefined) return own;
    if (row === "locked" || "freeInMs" in row) {
      own.end("unsent");
      return this.#options.now() + (row === "locked" ? lockedAgainMs : row.freeInMs);
    }
    return {
      end: (how) => {
        own.end(how);
        this.#ask((table) => table.keep(row.id, outMs[how]));
      },
    };
  }

  /**
   * The contents of the table; undefined from its first failure on. A machine that is busy makes
   * programs wait for each other.
   */
  #ask<T>(question: (table: PermitTable) => T): T | "locked" | undefined {
    if (this.#isBroken) return undefined;
    const { file, now, wallClock, warn } = this.#options;
    try {
      this.#table ??= new PermitTable(file(), wallClock);
      const answer = question(this.#table);
      this.#lockedSince = undefined;
      return answer;
    } catch (error) {
      if (isLocked(error)) {
        this.#lockedSince ??= now();
        if (now() - this.#lockedSince < longestLockMs) return "locked";
      }
      this.#isBroken = true;
      this.#table?.close();
      const reason = error instanceof Error ? error.message : String(error);
      warn(
        `requests of other programs on this machine are not counted (${shortened(reason, longestReason)}), only this program's own. Run one program at a time with this key, or set \`requestsPerMinute\`.`,
      );
      return undefined;
    }
  }
}

const longestReason = 120;

/** How soon a locked table is asked again, and for how long: then a program is stopped in the middle. */
const lockedAgainMs = 100;
const longestLockMs = 30_000;

/** SQLITE_BUSY, as Node hands it on. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}

function fileName(budget: Budget): string {
  return `permits-${nameOf(budget)}.db`;
}

/** The machine's clock may go back so far by a correction alone. */
const correctionMs = 5000;

/** How long one question waits for a table that another program has locked; nothing else is done meanwhile. */
const busyMs = 200;

/** The longest pause is that of a wait for which a platform may ask, and up to a tenth more. */
const longestPauseMs = 990_000;

const schema = `CREATE TABLE IF NOT EXISTS permits (
  id INTEGER PRIMARY KEY AUTOINCREMENT, taken REAL NOT NULL, expires REAL NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS pauses (expires REAL NOT NULL) STRICT`;

/**
 * Permits that programs on this machine have out, as rows of a SQLite file, by the machine's clock: the only
 * one that they share. A row of a program that was killed expires. Every method throws when the file cannot be used.
 */
class PermitTable {
  readonly #now: () => number;
  readonly #database: DatabaseSync;
  readonly #statements: Readonly<Record<Statement, StatementSync>>;

  constructor(file: string, now: () => number) {
    this.#now = now;
    // Made here, because SQLite would let other users read it.
    closeSync(openSync(file, "a", 0o600));
    this.#database = openSqlite(file, { timeout: busyMs });
    // Rows that a crash of the machine loses have expired when it is up again.
    this.#database.exec(`PRAGMA synchronous = OFF; ${schema}`);
    const prepare = (sql: string) => this.#database.prepare(sql);
    this.#statements = {
      expire: prepare("DELETE FROM permits WHERE expires <= ? OR expires > ?"),
      last: prepare("SELECT expires FROM permits ORDER BY expires DESC LIMIT 1 OFFSET ?"),
      add: prepare("INSERT INTO permits (taken, expires) VALUES (?, ?)"),
      keep: prepare("UPDATE permits SET expires = ? WHERE id = ?"),
      resume: prepare("DELETE FROM pauses WHERE expires <= ? OR expires > ?"),
      paused: prepare("SELECT max(expires) AS expires FROM pauses"),
      pause: prepare("INSERT INTO pauses (expires) VALUES (?)"),
    };
  }

  /** Adds a row for a request that is to be sent; or says in how long one may expire. */
  add(limit: number): { readonly id: number | bigint } | { readonly freeInMs: number } {
    // The time is read under the lock: rows that others wrote meanwhile must not look newer.
    this.#database.exec("BEGIN IMMEDIATE");
    const now = this.#now();
    try {
      // Rows that last longer than any permit are from before the machine's clock was set back.
      this.#statements.expire.run(now, now + outMs.lost + correctionMs);
      this.#statements.resume.run(now, now + longestPauseMs + correctionMs);
      const paused = this.#statements.paused.get()?.["expires"];
      if (typeof paused === "number") return { freeInMs: paused - now };
      const last = this.#statements.last.get(limit - 1);
      if (last !== undefined) {
        // A request under way may be answered at any moment, and its row then lasts a minute.
        return { freeInMs: Math.min(Number(last["expires"]) - now, outMs.answered) };
      }
      return { id: this.#statements.add.run(now, now + outMs.lost).lastInsertRowid };
    } finally {
      this.#database.exec("COMMIT");
    }
  }

  /** Lets a row last so long from now. */
  keep(id: number | bigint, lastsMs: number): void {
    this.#statements.keep.run(this.#now() + lastsMs, id);
  }

  /** Adds no row for so long. */
  pause(milliseconds: number): void {
    this.#statements.pause.run(this.#now() + milliseconds);
  }

  close(): void {
    this.#database.close();
  }
}

type Statement = "expire" | "last" | "add" | "keep" | "resume" | "paused" | "pause";

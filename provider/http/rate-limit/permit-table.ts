import { createHash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Prefix } from "../../../contract/endpoints.ts";

/** A budget that programs on this machine share. */
export interface Budget {
  /** Where requests go. */
  readonly origin: string;
  readonly prefix: Prefix;
  /** The bearer key; only a hash of it leaves the process. */
  readonly key: string;
}

/** A row that was added, or why not: how many there are, and when the first of them expires. */
export type Added =
  | { readonly id: number }
  | { readonly held: number; readonly nextExpiry: number };

/** Larger steps back cannot be told from rows that never expire. */
const largestStepMs = 5000;

/** How long another program may hold the table. */
const busyMs = 500;

const schema = `CREATE TABLE IF NOT EXISTS permits (
  id INTEGER PRIMARY KEY AUTOINCREMENT, taken REAL NOT NULL, expires REAL NOT NULL) STRICT`;

/** Name of a budget's file; the key is in it as a hash only. */
export function tableName({ origin, prefix, key }: Budget): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([origin, prefix, key]))
    .digest("hex");
  return `permits-${hash.slice(0, 16)}.db`;
}

/**
 * Permits that programs on this machine have out, as rows of a SQLite file. Times are the machine's
 * clock, the only one they share. Every method throws when the file cannot be used, and once the
 * clock was set back, which makes the rows meaningless.
 */
export class PermitTable {
  readonly #now: () => number;
  readonly #database: DatabaseSync;
  readonly #statements: Readonly<
    Record<"expire" | "count" | "add" | "keep" | "drop", StatementSync>
  >;
  #seen = Number.NEGATIVE_INFINITY;

  constructor(file: string, now: () => number) {
    this.#now = now;
    // Made here, because SQLite would let other users read it.
    closeSync(openSync(file, "a", 0o600));
    this.#database = new DatabaseSync(file, { timeout: busyMs });
    // What a crash of the machine loses is older than a minute when it is up again.
    this.#database.exec(`PRAGMA synchronous = OFF; ${schema}`);
    const prepare = (sql: string) => this.#database.prepare(sql);
    this.#statements = {
      expire: prepare("DELETE FROM permits WHERE expires <= ?"),
      count: prepare(
        "SELECT count(*) AS held, min(expires) AS next, max(taken) AS newest FROM permits",
      ),
      add: prepare("INSERT INTO permits (taken, expires) VALUES (?, ?)"),
      keep: prepare("UPDATE permits SET expires = ? WHERE id = ?"),
      drop: prepare("DELETE FROM permits WHERE id = ?"),
    };
  }

  /** Adds a row that lasts so long, unless there are `limit` or more. */
  add(limit: number, lastsMs: number): Added {
    const now = this.#time();
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      this.#statements.expire.run(now);
      const { held, next, newest } = this.#statements.count.get() ?? {};
      this.#checkClock(now, Number(newest ?? now));
      if (Number(held) >= limit) return { held: Number(held), nextExpiry: Number(next) - now };
      return { id: Number(this.#statements.add.run(now, now + lastsMs).lastInsertRowid) };
    } finally {
      this.#database.exec("COMMIT");
    }
  }

  /** How many rows there are. */
  count(): number {
    this.#statements.expire.run(this.#time());
    return Number(this.#statements.count.get()?.["held"]);
  }

  /** Lets a row last so long from now. */
  keep(id: number, lastsMs: number): void {
    this.#statements.keep.run(this.#time() + lastsMs, id);
  }

  drop(id: number): void {
    this.#statements.drop.run(id);
  }

  close(): void {
    this.#database.close();
  }

  #time(): number {
    const now = this.#now();
    this.#checkClock(now, this.#seen);
    this.#seen = now;
    return now;
  }

  #checkClock(now: number, earlier: number): void {
    if (earlier <= now + largestStepMs) return;
    this.#database.exec("DELETE FROM permits");
    throw new Error("the machine's clock was set back");
  }
}

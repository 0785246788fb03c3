import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Prefix } from "../../../contract/endpoints.ts";
import { openSqlite } from "../../../sqlite/database.ts";
import type { Clock } from "../../clock.ts";
import { type HoldTimes, holdMs, LocalPermits, type Permit, type PermitPool } from "./permits.ts";

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
  const database = openSqlite(file, { readOnly: true, timeout: busyMs });
  try {
    const counted = database.prepare("SELECT count(*) AS out FROM permits WHERE expires > ?");
    return Number(counted.get(Date.now())?.["out"]);
  } finally {
    database.close();
  }
}

/** A budget that programs on this machine share. */
interface Budget {
  /** Where requests go. */
  readonly origin: string;
  readonly prefix: Prefix;
  /** The bearer key; only a hash of it leaves the process. */
  readonly key: string;
}

interface OpenOptions extends Pick<SharedPermitsOptions, "warn"> {
  readonly clock: Clock;
  readonly directory: () => string;
}

interface SharedPermitsOptions {
  /** The clock that deadlines are in; it never goes back. */
  readonly now: () => number;
  /** The machine's clock, in milliseconds since the epoch. */
  readonly wallClock: () => number;
  /** Path of the table; asked for when the first permit is. */
  readonly file: () => string;
  /** Told once, in one line, when the table cannot be used. */
  readonly warn: (line: string) => void;
  readonly times?: HoldTimes;
}

/**
 * Permits that programs on this machine share. Each program also counts its own, so that it stays
 * within the limit by itself when the table cannot be used.
 */
export class SharedPermits implements PermitPool {
  readonly #options: SharedPermitsOptions;
  readonly #holdMs: HoldTimes;
  readonly #own: LocalPermits;
  #table: PermitTable | undefined;
  #isBroken = false;
  /** How many were out when the table was last full, and when that may have changed. */
  #full = { out: 0, until: Number.NEGATIVE_INFINITY };

  constructor(options: SharedPermitsOptions) {
    this.#options = options;
    this.#holdMs = options.times ?? holdMs;
    this.#own = new LocalPermits(options.now, this.#holdMs);
  }

  take(limit: number, deadline: number): Permit | undefined {
    // Without a limit there is nothing to share.
    if (limit === Infinity) return this.#own.take(limit);
    const now = this.#options.now();
    if (this.#fullUntil(limit) > now) return undefined;
    const own = this.#own.take(limit);
    if (own === undefined) return undefined;
    const callMs = Math.min(this.#holdMs.lost, deadline - now);
    const added = this.#ask((table) => table.add(limit, callMs + this.#holdMs.answered));
    if (added === undefined) return own;
    if ("id" in added) return this.#shared(own, added.id);
    own.end("uncounted");
    const { out, nextExpiryMs } = added;
    this.#full = { out, until: now + Math.min(Math.max(nextExpiryMs, 1), askAgainMs) };
    return undefined;
  }

  freeAt(limit: number): number {
    return Math.max(this.#own.freeAt(limit), this.#fullUntil(limit));
  }

  returns(): readonly number[] {
    return this.#own.returns();
  }

  #shared(own: Permit, id: number): Permit {
    return {
      end: (how) => {
        own.end(how);
        if (how === "uncounted") this.#full.until = Number.NEGATIVE_INFINITY;
        const lastsMs = how === "uncounted" ? 0 : this.#holdMs[how];
        this.#ask((table) => table.keep(id, lastsMs));
      },
    };
  }

  #fullUntil(limit: number): number {
    return this.#isBroken || this.#full.out < limit ? Number.NEGATIVE_INFINITY : this.#full.until;
  }

  /** What the table says; undefined from its first failure on. */
  #ask<T>(question: (table: PermitTable) => T): T | undefined {
    if (this.#isBroken) return undefined;
    try {
      this.#table ??= this.#open();
      return question(this.#table);
    } catch (error) {
      this.#giveUp(error);
      return undefined;
    }
  }

  #open(): PermitTable {
    const table = new PermitTable(this.#options.file(), this.#options.wallClock);
    // Permits from before there was a limit to keep to.
    const now = this.#options.now();
    for (const time of this.#own.returns().slice(0, -1)) table.add(Infinity, time - now);
    return table;
  }

  #giveUp(error: unknown): void {
    this.#isBroken = true;
    this.#table?.close();
    this.#table = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.warn(
      `requests of other programs on this machine are not counted (${shortened(reason)}), only this program's own. Run one program at a time with this key, or set \`requestsPerMinute\`.`,
    );
  }
}

/** Longest time until the table is asked again: a request that was not sent frees a row early. */
const askAgainMs = 10_000;

/** The name shows none of the three. */
function fileName({ origin, prefix, key }: Budget): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([origin, prefix, key]))
    .digest("hex");
  return `permits-${hash.slice(0, 16)}.db`;
}

function shortened(reason: string): string {
  return reason.length > 120 ? `${reason.slice(0, 119)}…` : reason;
}

/** A row that was added, or why not: how many there are, and in how long the first expires. */
type Added = { readonly id: number } | { readonly out: number; readonly nextExpiryMs: number };

/** Larger steps back cannot be told from rows that never expire. */
const largestStepMs = 5000;

/** How long another program may hold the table. */
const busyMs = 500;

const schema = `CREATE TABLE IF NOT EXISTS permits (
  id INTEGER PRIMARY KEY AUTOINCREMENT, taken REAL NOT NULL, expires REAL NOT NULL) STRICT`;

/**
 * Permits that programs on this machine have out, as rows of a SQLite file. Times are the machine's
 * clock, the only one they share. Every method throws when the file cannot be used, and once the
 * clock was set back, which makes the rows meaningless.
 */
class PermitTable {
  readonly #now: () => number;
  readonly #database: DatabaseSync;
  readonly #statements: Readonly<Record<"expire" | "count" | "add" | "keep", StatementSync>>;
  #seen = Number.NEGATIVE_INFINITY;

  constructor(file: string, now: () => number) {
    this.#now = now;
    // Made here, because SQLite would let other users read it.
    closeSync(openSync(file, "a", 0o600));
    this.#database = openSqlite(file, { timeout: busyMs });
    // What a crash of the machine loses is older than a minute when it is up again.
    this.#database.exec(`PRAGMA synchronous = OFF; ${schema}`);
    const prepare = (sql: string) => this.#database.prepare(sql);
    this.#statements = {
      expire: prepare("DELETE FROM permits WHERE expires <= ?"),
      count: prepare(
        "SELECT count(*) AS out, min(expires) AS next, max(taken) AS newest FROM permits",
      ),
      add: prepare("INSERT INTO permits (taken, expires) VALUES (?, ?)"),
      keep: prepare("UPDATE permits SET expires = ? WHERE id = ?"),
    };
  }

  /** Adds a row that lasts so long, unless there are `limit` or more. */
  add(limit: number, lastsMs: number): Added {
    const now = this.#time();
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      this.#statements.expire.run(now);
      const { out, next, newest } = this.#statements.count.get() ?? {};
      this.#checkClock(now, Number(newest ?? now));
      if (Number(out) >= limit) return { out: Number(out), nextExpiryMs: Number(next) - now };
      return { id: Number(this.#statements.add.run(now, now + lastsMs).lastInsertRowid) };
    } finally {
      this.#database.exec("COMMIT");
    }
  }

  /** Lets a row last so long from now. */
  keep(id: number, lastsMs: number): void {
    this.#statements.keep.run(this.#time() + lastsMs, id);
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

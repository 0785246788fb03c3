import { join } from "node:path";
import type { Clock } from "../../clock.ts";
import {
  type Ending,
  type HoldTimes,
  holdTimes,
  type Ledger,
  OwnLedger,
  type Permit,
} from "./ledger.ts";
import { type Added, type Budget, PermitTable, tableName } from "./permit-table.ts";

/** What a shared ledger is made of. */
export interface SharedLedgerOptions {
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

/** The ledger of a budget, in a file below `directory`. */
export function openSharedLedger(
  budget: Budget,
  { clock, directory, warn }: OpenOptions,
): SharedLedger {
  return new SharedLedger({
    now: () => clock.now(),
    wallClock: Date.now,
    file: () => join(directory(), tableName(budget)),
    warn,
  });
}

interface OpenOptions extends Pick<SharedLedgerOptions, "warn"> {
  readonly clock: Clock;
  readonly directory: () => string;
}

/** Longest time until the table is asked again: a request that was not sent frees a row early. */
const askAgainMs = 10_000;

/**
 * A ledger that programs on this machine share. Each also keeps its own, so that it stays within
 * the limit by itself when the table cannot be used.
 */
export class SharedLedger implements Ledger {
  readonly #options: SharedLedgerOptions;
  readonly #times: HoldTimes;
  readonly #own: OwnLedger;
  #table: PermitTable | undefined;
  #broken = false;
  /** How many were out when the table was last full, and when that may have changed. */
  #full = { held: 0, until: Number.NEGATIVE_INFINITY };

  constructor(options: SharedLedgerOptions) {
    this.#options = options;
    this.#times = options.times ?? holdTimes;
    this.#own = new OwnLedger(options.now, this.#times);
  }

  take(limit: number, deadline: number): Permit | undefined {
    // Without a limit there is nothing to share.
    if (limit === Infinity) return this.#own.take(limit);
    if (this.#fullUntil(limit) > this.#options.now()) return undefined;
    const own = this.#own.take(limit);
    if (own === undefined) return undefined;
    const { windowMs, lateMs } = this.#times;
    const callMs = Math.min(lateMs, deadline - this.#options.now());
    const added = this.#ask((table) => table.add(limit, callMs + windowMs));
    if (added === undefined) return own;
    if ("id" in added) return this.#shared(own, added.id);
    own.end("unsent");
    this.#remember(added);
    return undefined;
  }

  freeAt(limit: number): number {
    return Math.max(this.#own.freeAt(limit), this.#fullUntil(limit));
  }

  returns(): readonly number[] {
    return this.#own.returns();
  }

  held(): number {
    const own = this.#own.held();
    return this.#table === undefined ? own : (this.#ask((table) => table.count()) ?? own);
  }

  #shared(own: Permit, id: number): Permit {
    const drop = () => {
      this.#full.until = Number.NEGATIVE_INFINITY;
      this.#ask((table) => table.drop(id));
    };
    return {
      end: (how: Ending) => {
        own.end(how);
        const { windowMs, lateMs } = this.#times;
        if (how === "unsent") drop();
        else this.#ask((table) => table.keep(id, how === "answered" ? windowMs : lateMs));
      },
      giveBack: () => {
        own.giveBack();
        drop();
      },
    };
  }

  #remember({ held, nextExpiry }: Exclude<Added, { readonly id: number }>): void {
    const waitMs = Math.min(Math.max(nextExpiry, 1), askAgainMs);
    this.#full = { held, until: this.#options.now() + waitMs };
  }

  #fullUntil(limit: number): number {
    return this.#broken || this.#full.held < limit ? Number.NEGATIVE_INFINITY : this.#full.until;
  }

  /** What the table says; undefined from its first failure on. */
  #ask<T>(question: (table: PermitTable) => T): T | undefined {
    if (this.#broken) return undefined;
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
    this.#broken = true;
    try {
      this.#table?.close();
    } catch {
      // It is of no more use anyway.
    }
    this.#table = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.warn(
      `the request budget that programs on this machine share is not used (${reason}), so only this program's own requests are counted. Run one program at a time on this key, or set \`requestsPerMinute\`.`,
    );
  }
}

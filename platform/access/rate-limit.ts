import type { Sql } from "../store/index.ts";
import { type Usage, type Window, windows } from "./windows.ts";

/** How many calls each key has, and how its minute is counted: the same for every key. */
export interface RateSettings {
  /** Null for no limit. */
  readonly ratePerMinute: number | null;
  readonly rateWindow: Window;
}

/** How far a key is into its minute (spec 7.4, 8). */
export interface KeyRate {
  readonly keyId: string;
  /** Calls of `/api/v1` that the platform takes in a minute. */
  readonly limit: number;
  /** Calls that count at the moment. */
  readonly used: number;
  /** Seconds until the minute is over, or until a bucket takes one more call. */
  readonly seconds: number;
}

/** Counts the calls of each key (spec 7.4, 8). */
export class RateLimit {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Counts a call. Returns the key's window where it has used up its minute. */
  count(keyId: string, now: number, limit: RateSettings): KeyRate | undefined {
    const { ratePerMinute, rateWindow } = limit;
    if (ratePerMinute === null) return undefined;
    const moment = { now, limit: ratePerMinute };
    const { usage, freeIn } = windows[rateWindow](this.#usage(keyId, rateWindow), moment);
    if (Math.floor(ratePerMinute - usage.used) < 1) {
      const seconds = Math.ceil(freeIn / 1000);
      return { keyId, limit: ratePerMinute, used: Math.ceil(usage.used), seconds };
    }
    const times = rateWindow === "sliding" ? [...usage.times, now] : [];
    const counted = JSON.stringify({ ...usage, used: usage.used + 1, times });
    this.#sql.run`INSERT OR REPLACE INTO rate_windows (key_id, window, usage)
      VALUES (${keyId}, ${rateWindow}, ${counted})`;
    return undefined;
  }

  /** How far each key that has called is into its minute; none where no limit is set. */
  standings(now: number, { ratePerMinute: limit, rateWindow }: RateSettings): readonly KeyRate[] {
    if (limit === null) return [];
    const rows = this.#sql.all`SELECT key_id FROM rate_windows ORDER BY key_id`;
    return rows.map((row) => {
      const keyId = String(row["key_id"]);
      const { usage, freeIn } = windows[rateWindow](this.#usage(keyId, rateWindow), { now, limit });
      const used = Math.ceil(usage.used);
      const seconds = used === 0 ? 0 : Math.max(0, Math.ceil(freeIn / 1000));
      return { keyId, limit, used, seconds };
    });
  }

  #usage(keyId: string, window: Window): Usage | undefined {
    const found = this.#sql.get`SELECT window, usage FROM rate_windows WHERE key_id = ${keyId}`;
    // Counts of another shape of window mean nothing in this one.
    return found?.["window"] === window ? JSON.parse(String(found["usage"])) : undefined;
  }
}

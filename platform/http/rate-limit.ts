import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import type { Caller } from "../access/keys.ts";
import type { World } from "../world.ts";
import { Refusal } from "./answer.ts";

const windowMilliseconds = 60_000;

const Row = z.object({ started_at: z.int(), calls: z.int() });

/** Counts calls per key in windows of a minute that start with a key's first call. */
export class RateLimit {
  readonly #sql: SQLTagStore;

  constructor(sql: SQLTagStore) {
    this.#sql = sql;
  }

  /** @throws Refusal 429 when the key has used up its minute (spec 7.4, 8). */
  count({ keyId }: Caller, { now, settings }: World): void {
    const limit = settings.ratePerMinute ?? limits.requestsPerMinute;
    const window = this.#window(keyId, now);
    if (window.calls >= limit) {
      const seconds = Math.ceil((window.started_at + windowMilliseconds - now) / 1000);
      throw Refusal.json(
        429,
        `API key "${keyId}" is over its ${limit} requests per minute; try again in ${seconds} s`,
        { "retry-after": String(seconds) },
      );
    }
    this.#sql.run`INSERT OR REPLACE INTO rate_windows (key_id, started_at, calls)
      VALUES (${keyId}, ${window.started_at}, ${window.calls + 1})`;
  }

  #window(keyId: string, now: number): z.infer<typeof Row> {
    const found = this.#sql.get`SELECT started_at, calls FROM rate_windows
      WHERE key_id = ${keyId} AND started_at > ${now - windowMilliseconds}`;
    return found === undefined ? { started_at: now, calls: 0 } : Row.parse(found);
  }
}

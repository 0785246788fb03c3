import type { Choices } from "../choices/choices.ts";
import { type Answer, Refusal } from "../http/answer.ts";
import type { Sql } from "../store/database.ts";
import type { World } from "../world.ts";
import { type Usage, type Window, windows } from "./windows.ts";

/** Counts the calls of each key (spec 7.4, 8). */
export class RateLimit {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Counts a call and gives what headers tell of the limit.
   *
   * @throws Refusal 429 when the key has used up its minute.
   */
  count(keyId: string, world: World): Answer["headers"] {
    const limit = world.settings.ratePerMinute;
    if (limit === null) return {};
    const { now } = world;
    const window = world.choice("rate.window");
    const headersOf = headerSets[world.choice("rate.headers")];
    const { usage, freeIn } = windows[window](this.#usage(keyId, window), { now, limit });
    const seconds = Math.ceil(freeIn / 1000);
    const left = Math.floor(limit - usage.used);
    if (left < 1) {
      throw Refusal.json(
        429,
        `API key "${keyId}" is over its ${limit} requests per minute; try again in ${seconds} s`,
        {
          by: "7.4: Rate limit exceeded: 429 Too Many Requests.",
          headers: headersOf.refused({ limit, left: 0, seconds }),
        },
      );
    }
    this.#keep(keyId, window, {
      ...usage,
      used: usage.used + 1,
      times: window === "sliding" ? [...usage.times, now] : [],
    });
    return headersOf.passed({ limit, left: left - 1, seconds: Math.max(seconds, 0) });
  }

  /** How far each key that has called is into its minute. */
  standings(world: World): readonly KeyRate[] {
    const limit = world.settings.ratePerMinute;
    if (limit === null) return [];
    const { now } = world;
    const window = world.choice("rate.window");
    const rows = this.#sql.all`SELECT key_id FROM rate_windows ORDER BY key_id`;
    return rows.map((row) => {
      const keyId = String(row["key_id"]);
      const { usage, freeIn } = windows[window](this.#usage(keyId, window), { now, limit });
      const used = Math.ceil(usage.used);
      const seconds = used === 0 ? 0 : Math.max(0, Math.ceil(freeIn / 1000));
      return { keyId, limit, used, seconds };
    });
  }

  #usage(keyId: string, window: Window): Usage | undefined {
    const found = this.#sql.get`SELECT window, usage FROM rate_windows WHERE key_id = ${keyId}`;
    // What another shape of window counted means nothing in this one.
    return found?.["window"] === window ? JSON.parse(String(found["usage"])) : undefined;
  }

  #keep(keyId: string, window: Window, usage: Usage): void {
    this.#sql.run`INSERT OR REPLACE INTO rate_windows (key_id, window, usage)
      VALUES (${keyId}, ${window}, ${JSON.stringify(usage)})`;
  }
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

/** What headers tell of: calls left, and seconds until the next is let through or the minute is over. */
interface Told {
  readonly limit: number;
  readonly left: number;
  readonly seconds: number;
}

interface HeaderSet {
  readonly passed: (told: Told) => Answer["headers"];
  readonly refused: (told: Told) => Answer["headers"];
}

const none = () => ({});
const retryAfter = ({ seconds }: Told) => ({ "retry-after": String(seconds) });

const headerSets: Readonly<Record<Choices["rate.headers"], HeaderSet>> = {
  none: { passed: none, refused: none },
  "Retry-After": { passed: none, refused: retryAfter },
  RateLimit: prefixed("ratelimit"),
  "X-RateLimit": prefixed("x-ratelimit"),
};

function prefixed(prefix: string): HeaderSet {
  const passed = ({ limit, left, seconds }: Told) => ({
    [`${prefix}-limit`]: String(limit),
    [`${prefix}-remaining`]: String(left),
    [`${prefix}-reset`]: String(seconds),
  });
  return { passed, refused: (told) => ({ ...passed(told), ...retryAfter(told) }) };
}

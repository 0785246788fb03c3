/**
 * Reads rate headers in all dialects: `RateLimit-Policy` and `RateLimit` of the IETF's draft 11, the
 * three separate fields of older drafts, and `X-RateLimit-*`. What is malformed counts as absent;
 * where several differ, the strictest holds.
 *
 * @param now for dates and resets, where the answer has no `Date` of its own
 */
export function readRateNotice(headers: Headers, now: number): RateNotice {
  if (!fields.some((field) => headers[field] !== undefined)) return nothing;
  const serverNow = serverTime(headers) ?? now;
  const quotas = [
    ...sets.map((set) => separateFields(headers, set, serverNow)),
    ...itemsOf(headers["ratelimit-policy"] ?? "").map(policyOf),
    ...itemsOf(headers["ratelimit"] ?? "").map(stateOf),
  ];
  return {
    perMinute: least(quotas.flatMap(perMinuteOf)),
    left: leftOf(quotas),
    waitMs: waitOf(headers["retry-after"], quotas, serverNow),
  };
}

/** The server's clock when it answered, in milliseconds since the epoch. */
export function serverTime(headers: Headers): number | undefined {
  return dateOf(headers["date"] ?? "");
}

/** What an answer's headers say about the rate limit; only what could be read. */
export interface RateNotice {
  /** The stated quota, per minute. */
  readonly perMinute: number | undefined;
  /** Requests left until the quota is renewed. */
  readonly left: Left | undefined;
  /** How long a refused request is asked to wait. */
  readonly waitMs: number | undefined;
}

/** Requests left of a quota, and for how long. */
interface Left {
  readonly count: number;
  readonly forMs: number;
}

/** What the platform's headers said last; they may lower our pace and never raise it. */
export class AnnouncedQuota {
  #perMinute = Number.POSITIVE_INFINITY;
  #left = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  /** Requests per minute, the lowest that was stated. */
  get perMinute(): number {
    return this.#perMinute;
  }

  /**
   * True when the headers state a limit.
   *
   * @param inFlight requests the platform may not have counted when it answered
   */
  hear({ perMinute, left }: RateNotice, now: number, inFlight: number): boolean {
    if (perMinute !== undefined) this.#perMinute = Math.min(this.#perMinute, perMinute);
    if (left !== undefined) {
      this.#left = left.count - inFlight;
      this.#until = now + left.forMs;
    }
    return perMinute !== undefined || left !== undefined;
  }

  /** When the next request may start; a time in the past when it may now. */
  opensAt(now: number): number {
    return this.#left > 0 || now >= this.#until ? Number.NEGATIVE_INFINITY : this.#until;
  }

  started(): void {
    this.#left -= 1;
  }
}

type Headers = Readonly<Record<string, string>>;

/** A quota as one field or one set of fields states it. */
interface Quota {
  readonly limit?: number | undefined;
  readonly windowMs?: number | undefined;
  readonly remaining?: number | undefined;
  readonly resetMs?: number | undefined;
}

type Parameters = ReadonlyMap<string, number>;

const second = 1000;
const minute = 60 * second;

/** Longest wait that a header is believed. */
const longestMs = 900 * second;

const nothing: RateNotice = { perMinute: undefined, left: undefined, waitMs: undefined };

const sets = ["ratelimit", "x-ratelimit", "x-rate-limit"];
const fields = [
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
  ...sets.flatMap((set) => ["limit", "remaining", "reset"].map((field) => `${set}-${field}`)),
];

function separateFields(headers: Headers, set: string, serverNow: number): Quota {
  return {
    limit: numberOf(headers[`${set}-limit`]),
    remaining: numberOf(headers[`${set}-remaining`]),
    resetMs: resetOf(headers[`${set}-reset`], serverNow),
  };
}

/** `"burst";q=60;w=60`; without `w` a minute is meant. */
function policyOf(parameters: Parameters): Quota {
  const windowMs = (parameters.get("w") ?? 60) * second;
  return { limit: parameters.get("q"), windowMs };
}

/** `"burst";r=12;t=34`. */
function stateOf(parameters: Parameters): Quota {
  const reset = parameters.get("t");
  const resetMs = reset === undefined ? undefined : clamped(reset * second);
  return { remaining: parameters.get("r"), resetMs };
}

const itemPattern =
  /^"[^"]{0,100}"((?:\s{0,9};\s{0,9}[a-z]{1,8}=(?:"[^"]{0,100}"|[^\s;"]{1,100}))*)$/;
const parameterPattern = /;\s{0,9}([a-z]{1,8})=(\d{1,15})(?![^\s;])/g;

/** The whole-number parameters of each item of a structured field; none when one is malformed. */
function itemsOf(text: string): readonly Parameters[] {
  if (text === "" || text.length > 1000) return [];
  const items = text.split(",").map((item) => itemPattern.exec(item.trim())?.[1]);
  if (items.includes(undefined)) return [];
  return items.map((item = "") => {
    const parameters = [...item.matchAll(parameterPattern)];
    return new Map(parameters.map(([, name = "", value]) => [name, Number(value)]));
  });
}

/** Seconds from now, or since the epoch, or milliseconds since the epoch: told by their size. */
function resetOf(text: string | undefined, serverNow: number): number | undefined {
  const value = numberOf(text);
  if (value === undefined) return undefined;
  if (value >= 1e12) return clamped(value - serverNow);
  return clamped(value >= 1e9 ? value * second - serverNow : value * second);
}

function perMinuteOf({ limit, windowMs = minute }: Quota): readonly number[] {
  // A quota for hours allows a minute of any size; how much is left of it is said elsewhere.
  if (limit === undefined || limit < 1 || windowMs <= 0 || windowMs > minute) return [];
  return [Math.floor((limit * minute) / windowMs)];
}

function leftOf(quotas: readonly Quota[]): Left | undefined {
  const known = quotas.flatMap(({ remaining, resetMs }) =>
    remaining === undefined || resetMs === undefined
      ? []
      : [{ count: Math.floor(remaining), forMs: resetMs }],
  );
  return known.sort((a, b) => a.count - b.count || b.forMs - a.forMs)[0];
}

/** `Retry-After` wins over a reset, as draft 11 says. */
function waitOf(
  retryAfter: string | undefined,
  quotas: readonly Quota[],
  serverNow: number,
): number | undefined {
  const asked = retryAfterMs(retryAfter ?? "", serverNow);
  const resets = quotas.flatMap(({ remaining = 0, resetMs }) =>
    remaining > 0 || resetMs === undefined ? [] : [resetMs],
  );
  const wait = asked ?? (resets.length === 0 ? undefined : Math.max(...resets));
  return wait === undefined ? undefined : Math.max(second, clamped(wait));
}

/** Seconds or a date; undefined when it is absent, a list or malformed (spec 7.4 shows none). */
function retryAfterMs(text: string, serverNow: number): number | undefined {
  const seconds = numberOf(text);
  if (seconds !== undefined) return seconds * second;
  const time = dateOf(text.trim());
  return time === undefined ? undefined : time - serverNow;
}

const datePattern = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** An HTTP date in milliseconds since the epoch. */
function dateOf(text: string): number | undefined {
  const time = datePattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}

function clamped(milliseconds: number): number {
  return Math.min(Math.max(milliseconds, 0), longestMs);
}

function least(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.min(...values);
}

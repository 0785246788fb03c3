import type { Prefix } from "./call.ts";
import type { Choices } from "./choices.ts";

const MINUTE = 60_000;

interface Verdict {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Meter {
  /** The times of the counted requests, oldest first. */
  times: number[];
  tokens: number;
  filledAt: number;
}

interface Reading {
  readonly left: number;
  /** Milliseconds until a request is let through again. */
  readonly wait: number;
}

/** §8: 60 requests per minute per key on /api/v1; what "per minute" is and what an answer tells is open. */
export class Limits {
  readonly #choices: Choices;
  readonly #meters = new Map<string, Meter>();

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  check(key: string, prefix: Prefix, at: number): Verdict {
    const limit = prefix === "/api/v1" ? 60 : this.#choices.otherRate;
    if (limit === 0) return { allowed: true, headers: {} };
    const name = `${prefix} ${key}`;
    const meter = this.#meters.get(name) ?? { times: [], tokens: limit, filledAt: at };
    this.#meters.set(name, meter);
    const { left, wait } = this.#read(meter, limit, at);
    const allowed = left >= 1;
    if (allowed || this.#choices.refusedCounts) {
      meter.times.push(at);
      meter.tokens = Math.max(0, meter.tokens - 1);
    }
    return {
      allowed,
      headers: this.#headers(
        allowed,
        { left: Math.max(0, Math.floor(left) - 1), wait },
        { limit, at },
      ),
    };
  }

  #read(meter: Meter, limit: number, at: number): Reading {
    const window = this.#choices.rateWindow;
    if (window === "bucket") {
      meter.tokens = Math.min(limit, meter.tokens + ((at - meter.filledAt) * limit) / MINUTE);
      meter.filledAt = at;
      return { left: meter.tokens, wait: ((1 - Math.min(1, meter.tokens)) * MINUTE) / limit };
    }
    const from = window === "fixed" ? Math.floor(at / MINUTE) * MINUTE : at - MINUTE + 1;
    meter.times = meter.times.filter((time) => time >= from);
    const oldest = meter.times[Math.max(0, meter.times.length - limit)] ?? at;
    const wait = window === "fixed" ? from + MINUTE - at : oldest + MINUTE - at;
    return { left: limit - meter.times.length, wait };
  }

  #headers(
    allowed: boolean,
    reading: Reading,
    frame: { limit: number; at: number },
  ): Record<string, string> {
    const seconds = String(Math.max(1, Math.ceil(reading.wait / 1000)));
    const left = String(allowed ? reading.left : 0);
    const limit = String(frame.limit);
    switch (this.#choices.rateHeaders) {
      case "none":
        return {};
      case "retryAfter":
        return allowed ? {} : { "Retry-After": seconds };
      case "retryDate": {
        const until = frame.at + this.#choices.clockSkewSeconds * 1000 + Number(seconds) * 1000;
        return allowed ? {} : { "Retry-After": new Date(until).toUTCString() };
      }
      case "xRateLimit":
        return {
          "X-RateLimit-Limit": limit,
          "X-RateLimit-Remaining": left,
          "X-RateLimit-Reset": String(Math.ceil((frame.at + reading.wait) / 1000)),
          ...(allowed ? {} : { "Retry-After": seconds }),
        };
      case "rateLimit":
        return {
          "RateLimit-Limit": limit,
          "RateLimit-Remaining": left,
          "RateLimit-Reset": seconds,
        };
      case "rateLimitEpoch":
        return {
          "RateLimit-Limit": limit,
          "RateLimit-Remaining": left,
          "RateLimit-Reset": String(Math.ceil((frame.at + reading.wait) / 1000)),
        };
      case "rateLimitPolicy":
        return {
          "RateLimit-Policy": `"default";q=${limit};w=60`,
          RateLimit: `"default";r=${left};t=${seconds}`,
        };
    }
  }
}

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
    if (allowed) {
      meter.times.push(at);
      meter.tokens = Math.max(0, meter.tokens - 1);
    }
    return { allowed, headers: allowed ? {} : this.#headers(wait, at) };
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

  #headers(wait: number, at: number): Record<string, string> {
    const seconds = Math.max(1, Math.ceil(wait / 1000));
    switch (this.#choices.rateHeaders) {
      case "none":
        return {};
      case "retryAfter":
        return { "Retry-After": String(seconds) };
      case "retryDate":
        return { "Retry-After": new Date(at + seconds * 1000).toUTCString() };
    }
  }
}

import type { Random } from "./random.ts";

/** A platform's way to count requests (spec 8 gives the number, not the way). */
export interface Window {
  /** Counts a request, or refuses it. */
  admits(now: number): boolean;
}

const minuteMs = 60_000;

/** How a platform may count 60 requests a minute: none of them refuses a client that keeps the limit. */
export function drawWindow(random: Random): Window {
  const make = random.pick([unlimited, fixed, aligned, sliding, bucket]);
  return make(60);
}

function unlimited(): Window {
  return { admits: () => true };
}

/** From the first call on. */
function fixed(limit: number): Window {
  return counted(limit, (startedAt, now) => (now - startedAt < minuteMs ? startedAt : now));
}

/** Minutes of the clock. */
function aligned(limit: number): Window {
  return counted(limit, (_startedAt, now) => now - (now % minuteMs));
}

function counted(limit: number, windowOf: (startedAt: number, now: number) => number): Window {
  let startedAt = Number.NEGATIVE_INFINITY;
  let calls = 0;
  return {
    admits(now) {
      const window = windowOf(startedAt, now);
      if (window !== startedAt) calls = 0;
      startedAt = window;
      if (calls >= limit) return false;
      calls += 1;
      return true;
    },
  };
}

function sliding(limit: number): Window {
  let calls: readonly number[] = [];
  return {
    admits(now) {
      calls = calls.filter((time) => time > now - minuteMs);
      if (calls.length >= limit) return false;
      calls = [...calls, now];
      return true;
    },
  };
}

function bucket(limit: number): Window {
  let tokens = limit;
  let last = 0;
  return {
    admits(now) {
      tokens = Math.min(limit, tokens + ((now - last) * limit) / minuteMs);
      last = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

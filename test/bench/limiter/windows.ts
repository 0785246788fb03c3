/** A server's rate limit of 60 per minute. Times are milliseconds. */
export interface Window {
  /** Whether a request that arrives now would be accepted. */
  accepts(now: number): boolean;
  /** Counts a request that arrived. */
  count(now: number, accepted: boolean): void;
}

/** A kind of limit, and what is promised on it. */
export interface Shape {
  readonly name: string;
  /** All 60 of a minute may come at once. */
  readonly burst: boolean;
  /** Who keeps to 60 in any minute is never refused. */
  readonly exact: boolean;
  /** @param phaseMs how far into its minute the server's clock is */
  open(phaseMs: number): Window;
}

const limit = 60;
const minute = 60_000;
const perMs = limit / minute;

/** The shapes that servers in use have. */
export const shapes: readonly Shape[] = [
  { name: "fixed window", burst: true, exact: true, open: () => fixedWindow() },
  { name: "aligned window", burst: true, exact: true, open: (phaseMs) => alignedWindow(phaseMs) },
  { name: "sliding log", burst: true, exact: true, open: () => slidingLog() },
  {
    name: "sliding counter",
    burst: true,
    exact: false,
    open: (phaseMs) => slidingCounter(phaseMs),
  },
  { name: "bucket of 60", burst: true, exact: true, open: () => bucket(limit) },
  { name: "bucket of 10", burst: false, exact: false, open: () => bucket(10) },
  { name: "one per second", burst: false, exact: false, open: () => bucket(1) },
];

/** @throws Error when no shape has that name. */
export function shapeOf(name: string): Shape {
  const shape = shapes.find((known) => known.name === name);
  if (shape === undefined) throw new Error(`There is no window shape "${name}".`);
  return shape;
}

/** A minute that begins with the first request after the last one ended (Laravel). */
function fixedWindow(): Window {
  let end = Number.NEGATIVE_INFINITY;
  let used = 0;
  return {
    accepts: (now) => now >= end || used < limit,
    count(now, accepted) {
      if (!accepted) return;
      if (now >= end) [end, used] = [now + minute, 0];
      used += 1;
    },
  };
}

/** The minutes of the server's clock (rack-attack, Kong). */
function alignedWindow(phaseMs: number): Window {
  const used = new Map<number, number>();
  const minuteOf = (now: number) => Math.floor((now + phaseMs) / minute);
  return {
    accepts: (now) => (used.get(minuteOf(now)) ?? 0) < limit,
    count: (now) => void used.set(minuteOf(now), (used.get(minuteOf(now)) ?? 0) + 1),
  };
}

/** The last 60 seconds, to the millisecond; also what the documented limit says of any minute. */
export function slidingLog(): Window {
  const times: number[] = [];
  return {
    accepts(now) {
      while ((times[0] ?? now) <= now - minute) times.shift();
      return times.length < limit;
    },
    count: (now, accepted) => void (accepted && times.push(now)),
  };
}

/** This minute's requests and a share of the last one's, as recipes for Redis count. */
function slidingCounter(phaseMs: number): Window {
  const used = new Map<number, number>();
  return {
    accepts(now) {
      const time = (now + phaseMs) / minute;
      const current = Math.floor(time);
      const before = (used.get(current - 1) ?? 0) * (1 - (time - current));
      return before + (used.get(current) ?? 0) <= limit - 1;
    },
    count(now, accepted) {
      if (!accepted) return;
      const current = Math.floor((now + phaseMs) / minute);
      used.set(current, (used.get(current) ?? 0) + 1);
    },
  };
}

/** Tokens that come back at one per second (nginx, API gateways); of one, it allows no burst. */
function bucket(size: number): Window {
  let tokens = size;
  let filledAt: number | undefined;
  const tokensAt = (now: number) => Math.min(size, tokens + (now - (filledAt ?? now)) * perMs);
  return {
    // A thousandth less, because sums of fractions do not reach whole numbers.
    accepts: (now) => tokensAt(now) >= 0.999,
    count(now, accepted) {
      tokens = tokensAt(now) - (accepted ? 1 : 0);
      filledAt = now;
    },
  };
}

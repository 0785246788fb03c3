/** Wait after a 429 that names none, and the bounds of one it names (spec 7.4 shows no header). */
export const pauseBounds = { defaultMs: 60_000, shortestMs: 1000, longestMs: 3_600_000 } as const;

const datePattern = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds to wait after a 429: `Retry-After` in seconds or as a date, else one minute. */
export function pauseMs(retryAfter: string | undefined, now: number): number {
  const asked = requestedMs(retryAfter?.trim() ?? "", now);
  if (asked === undefined) return pauseBounds.defaultMs;
  return Math.min(Math.max(asked, pauseBounds.shortestMs), pauseBounds.longestMs);
}

function requestedMs(text: string, now: number): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const time = datePattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time - now;
}

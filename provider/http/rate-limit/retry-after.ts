const datePattern = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Milliseconds that `Retry-After` asks for, in seconds or as a date; undefined when it is absent, a
 * list or malformed (spec 7.4 shows no header).
 */
export function retryAfterMs(text: string, serverNow: number): number | undefined {
  const value = text.trim();
  if (/^\d{1,15}(\.\d{1,9})?$/.test(value)) return Number(value) * 1000;
  const time = dateOf(value);
  return time === undefined ? undefined : time - serverNow;
}

/** An HTTP date in milliseconds since the epoch. */
export function dateOf(text: string): number | undefined {
  const time = datePattern.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * True for a time that has come: an ISO date, or seconds or milliseconds since 1970. What never happened may have an
 * empty text for its time, a zero, or the first day of a calendar, and a plan a day to come.
 */
export function hasCome(value: unknown, now: number): boolean {
  const time = timeOf(value);
  return time >= year2000 && time <= now + clocksApart;
}

const hour = 3_600_000;
const year2000 = Date.UTC(2000);
/** The clock of a platform may be ahead of the user's by so much. */
const clocksApart = hour;
/** As seconds it is the year 5138, as milliseconds 1973. */
const leastMilliseconds = 1e11;

function timeOf(value: unknown): number {
  if (typeof value === "number") return value < leastMilliseconds ? value * 1000 : value;
  if (typeof value !== "string") return Number.NaN;
  if (/^\d+$/.test(value)) return timeOf(Number(value));
  if (!/^\d{4}-\d\d-\d\d/.test(value)) return Number.NaN;
  if (/:.*(?:[+-]\d\d:?(?:\d\d)?|[A-Z]+)$/i.test(value)) return Date.parse(value);
  // Without a zone it may be that of where each day begins first.
  return Date.parse(`${value}Z`) - 14 * hour;
}

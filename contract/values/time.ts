const millisecondsOf: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

const part = String.raw`(\d+\.?\d*|\.\d+)(ns|us|[µμ]s|ms|s|m|h)`;
const durationPattern = new RegExp(`^\\+?(?:0|(?:${part})+)$`);

/**
 * Milliseconds of a time span: a number of seconds, or text as Go writes it and Pulumi takes it in
 * `customTimeouts`, such as `15m`, `1h30m`, `1.5h` or `300ms`. Undefined when it is neither.
 */
export function parseDuration(value: string | number): number | undefined {
  if (typeof value === "number") return wholeMilliseconds(value * 1000);
  if (!durationPattern.test(value)) return undefined;
  const parts = [...value.matchAll(new RegExp(part, "g"))];
  const summands = parts.map(([, count, unit = ""]) => Number(count) * (millisecondsOf[unit] ?? 0));
  return wholeMilliseconds(summands.reduce((sum, summand) => sum + summand, 0));
}

function wholeMilliseconds(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? Math.round(milliseconds) : undefined;
}

/**
 * True for a time that has come: a date that begins with its year, or seconds or parts of them
 * since 1970. The time of something that never happened may be an empty text, a zero, or the first
 * day of a calendar; that of a plan is in the future.
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
  if (typeof value === "number")
    return value < leastMilliseconds ? value * 1000 : inMilliseconds(value);
  if (typeof value !== "string") return Number.NaN;
  if (/^\d+$/.test(value)) return timeOf(Number(value));
  const [, year, month, day, rest = ""] = /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)(.*)$/.exec(value) ?? [];
  if (year === undefined) return Number.NaN;
  const [, hours = "00:00:00", zone] = timeOfDay.exec(rest) ?? [];
  const time = hours.replace(/^(\d\d)(\d\d)(\d\d)/, "$1:$2:$3");
  const parsed = (suffix: string) => Date.parse(`${year}-${month}-${day}T${time}${suffix}`);
  // Without a zone it may be that of where each day begins first.
  if (zone === undefined) return parsed("Z") - 14 * hour;
  const [, sign, of, minutes = "00"] = /^([+-])(\d\d):?(\d\d)?/.exec(zone) ?? [];
  return parsed(sign === undefined ? "Z" : `${sign}${of}:${minutes}`);
}

/** A time of day, and its zone: an offset, maybe with a name, or the name of the universal one. */
const timeOfDay = /^[T ]?(\d\d:?\d\d:?\d\d(?:\.\d+)?) ?(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?/i;

/** Some count micro- or nanoseconds. */
function inMilliseconds(value: number): number {
  if (value < 1e14) return value;
  return value < 1e17 ? value / 1e3 : value / 1e6;
}

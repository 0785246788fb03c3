const durationPattern = /^(?=\d)(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?$/;

/**
 * Milliseconds of a time span: a number of seconds, or text such as `15m`, `1h30m` or `90s`.
 * Undefined when it is neither.
 */
export function parseDuration(value: string | number): number | undefined {
  if (typeof value === "number") {
    return Number.isFinite(value) && value >= 0 ? Math.round(value * 1000) : undefined;
  }
  const match = durationPattern.exec(value);
  if (match === null) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

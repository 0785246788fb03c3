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

/** When a metric breaches a threshold (spec 2.10 names `gt` alone). */
const breaches: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  gt: (value, threshold) => value > threshold,
  gte: (value, threshold) => value >= threshold,
  lt: (value, threshold) => value < threshold,
  lte: (value, threshold) => value <= threshold,
  eq: (value, threshold) => value === threshold,
};

/** The conditions that are evaluated. */
export const conditions = Object.keys(breaches);

export function isCondition(word: string): boolean {
  return conditions.includes(word);
}

/** False for a condition that nobody knows. */
export function isBreached(condition: string, value: number, threshold: number): boolean {
  return breaches[condition]?.(value, threshold) ?? false;
}

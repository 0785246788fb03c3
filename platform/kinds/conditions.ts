/** When a metric breaches a threshold (spec 2.10 names `gt` alone). A rule may name any word, so no object. */
const breaches: ReadonlyMap<string, (value: number, threshold: number) => boolean> = new Map([
  ["gt", (value, threshold) => value > threshold],
  ["gte", (value, threshold) => value >= threshold],
  ["lt", (value, threshold) => value < threshold],
  ["lte", (value, threshold) => value <= threshold],
  ["eq", (value, threshold) => value === threshold],
]);

/** The conditions that are evaluated. */
export const conditions = [...breaches.keys()];

export function isCondition(word: string): boolean {
  return breaches.has(word);
}

/** False for a condition that nobody knows. */
export function isBreached(condition: string, value: number, threshold: number): boolean {
  return breaches.get(condition)?.(value, threshold) ?? false;
}

/** True when two texts or numbers are the same count: `2`, "2" and "2.0" (spec 2.1). */
export function isSameCount(before: unknown, after: unknown): boolean {
  const [left, right] = [countOf(before), countOf(after)];
  return left !== undefined && left === right;
}

/** The number of a count; undefined when it is none. */
export function countOf(value: unknown): number | undefined {
  const text = String(value);
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

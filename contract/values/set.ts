/** True when two lists hold the same entries, whatever their order and however often. */
export function isSameSet(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  return canonical(before) === canonical(after);
}

function canonical(list: readonly unknown[]): string {
  return JSON.stringify(
    [...new Set(list.map((entry) => JSON.stringify(sortedKeys(entry))))].sort(),
  );
}

/** A value with the keys of every object in order: an answer may have another order. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, item]) => [key, sortedKeys(item)]);
}

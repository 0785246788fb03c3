/** True when two lists hold the same entries, whatever their order and however often. */
export function isSameSet(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  return canonical(before) === canonical(after);
}

function canonical(list: readonly unknown[]): string {
  return JSON.stringify([...new Set(list.map((entry) => JSON.stringify(entry)))].sort());
}

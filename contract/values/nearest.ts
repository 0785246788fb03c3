/**
 * The suggestion for an unknown name, as the end of a sentence: the nearest one when a
 * slip of the fingers explains it, else all of them.
 */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== undefined) return `did you mean ${near}?`;
  return known.length === 0 ? "there are none" : `known: ${known.join(", ")}`;
}

/** The known name that is meant, if one is near enough: up to a third of its letters may differ. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, slips: slipsBetween(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, slips }) => slips <= Math.max(1, Math.floor(one.length / 3)))
    .sort((left, right) => left.slips - right.slips);
  return best?.one;
}

/** Letters left out, added, mistaken or swapped with their neighbour (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    const costs = [row];
    rows.push(costs);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      costs.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}

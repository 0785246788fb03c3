/** How fast the time of a platform passes, in words. */
export function paceOf(factor: number): string {
  if (factor === 0) return "frozen";
  return factor === 1 ? "passing as it does outside" : `passing ${factor} times as fast as outside`;
}

/** How fast the time of a platform passes, in words. */
export function paceOf(factor: number): string {
  return factor === 0 ? "frozen" : "passing as it does outside";
}

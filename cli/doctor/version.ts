/** True when the version comes before the other one. */
export function isOlder(version: string, than: string): boolean {
  const [one, other] = [numbersIn(version), numbersIn(than)];
  const at = one.findIndex((number, index) => number !== (other[index] ?? 0));
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** The major number of a version. */
export function majorOf(version: string): number | undefined {
  return numbersIn(version)[0];
}

function numbersIn(version: string): readonly number[] {
  const [, major = 0, minor = 0, patch = 0] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [Number(major), Number(minor), Number(patch)];
}

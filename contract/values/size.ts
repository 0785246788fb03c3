/** Sizes as the platform writes them, e.g. `10GiB` (spec 2.1, 2.6). */

const unitBytes: Readonly<Record<string, bigint>> = {
  KiB: 2n ** 10n,
  MiB: 2n ** 20n,
  GiB: 2n ** 30n,
  TiB: 2n ** 40n,
  KB: 10n ** 3n,
  MB: 10n ** 6n,
  GB: 10n ** 9n,
  TB: 10n ** 12n,
};

const sizePattern = /^(\d{1,15})(?:\.(\d{1,12}))?([KMGT]i?B)$/;

/** The bytes of a size such as `10GiB` or `1.5TB`; undefined when it is none, not whole bytes, or nothing. */
export function parseSize(text: string): bigint | undefined {
  const [, whole, fraction = "", unit = ""] = sizePattern.exec(text) ?? [];
  const bytesPerUnit = unitBytes[unit];
  if (whole === undefined || bytesPerUnit === undefined) return undefined;
  const scale = 10n ** BigInt(fraction.length);
  const scaled = BigInt(whole + fraction) * bytesPerUnit;
  return scaled > 0n && scaled % scale === 0n ? scaled / scale : undefined;
}

/** True when both mean the same number of bytes: `10GiB` and `10240MiB`. */
export function sameSize(a: string, b: string): boolean {
  if (a === b) return true;
  const bytes = parseSize(a);
  return bytes !== undefined && bytes === parseSize(b);
}

/** `sameSize` for values of any type, as the lifecycle compares them. */
export function isSameSize(before: unknown, after: unknown): boolean {
  return typeof before === "string" && typeof after === "string" && sameSize(before, after);
}

/** No size has more digits; a number of millions of them takes seconds to read. */
const bytesPattern = /^\d{1,20}$/;

/** True when a platform shows a size in bytes, as a number or its digits: 1073741824 for `1GiB`. */
export function isSizeInBytes(found: unknown, said: unknown): boolean {
  return bytesPattern.test(String(found)) && parseSize(String(said)) === BigInt(String(found));
}

/** A size in bytes, as a number or its digits, as programs write it: 1073741824 is "1GiB"; any other value as it is. */
export function withUnit(found: unknown): unknown {
  if (!bytesPattern.test(String(found))) return found;
  const bytes = BigInt(String(found));
  const units = Object.entries(unitBytes).toReversed();
  const fitting = units.filter(([, size]) => bytes >= size && bytes % size === 0n);
  const [unit, size] = fitting.sort(([, left], [, right]) => Number(right - left))[0] ?? [];
  return unit === undefined || size === undefined ? found : `${bytes / size}${unit}`;
}

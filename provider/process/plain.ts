/**
 * A copy without `undefined` at any depth: Pulumi's host refuses a result that holds one. Values
 * that JSON has no word for do not occur here, because answers are parsed JSON and inputs came as it.
 */
export function plain<T>(value: T): T;
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => [key, plain(item)]);
  return Object.fromEntries(entries);
}

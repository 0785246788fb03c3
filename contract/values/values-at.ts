/** The values at a path, in every entry of the lists on it; a value that is not an object ends the path. */
export function valuesAt(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]));
  }
  if (value === undefined) return [];
  if (name === undefined) return [value];
  return typeof value === "object" && value !== null
    ? valuesAt(Reflect.get(value, name), rest)
    : [value];
}

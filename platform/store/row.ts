/** A row of a table; each is strict about the types of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** The text of a column that may be null. */
export function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}

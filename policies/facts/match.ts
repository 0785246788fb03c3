/** True when the text is one of the patterns; `*` in a pattern stands for anything. */
export function matchesAny(text: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`).test(text);
  });
}

/** A list in a message. */
export function listed(values: readonly (string | number)[]): string {
  return values.length === 0 ? "none" : values.join(", ");
}

/** One problem when an allow-list is set and the value is known and matches none of it. */
export function outside(
  property: string,
  value: unknown,
  allowed: readonly string[] | undefined,
): readonly string[] {
  if (allowed === undefined || typeof value !== "string" || matchesAny(value, allowed)) return [];
  return [`${property} is "${value}", and allowed are: ${listed(allowed)}`];
}

/** True when two addresses lead to the same place: the case of a host says nothing (RFC 3986). */
export function isSameUrl(before: unknown, after: unknown): boolean {
  const [left, right] = [before, after].map((text) =>
    typeof text === "string" ? URL.parse(text)?.href : undefined,
  );
  return left !== undefined && left === right;
}

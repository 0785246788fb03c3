import { isSameSet } from "./set.ts";

/** True when words differ in their case alone, also within lists, whatever their order, and objects: `TCP` is `tcp`. */
export function isSameInAnyCase(found: unknown, said: unknown): boolean {
  const [left, right] = [lowered(found), lowered(said)];
  return Array.isArray(left) ? isSameSet(left, right) : isSameSet([left], [right]);
}

function lowered(value: unknown): unknown {
  if (typeof value === "string") return value.toLowerCase();
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, lowered(item)]));
}

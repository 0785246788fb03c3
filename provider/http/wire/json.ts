import type { Json } from "../../../contract/naming.ts";

/** A parsed text, or why it was not taken, in words that quote nothing of it. */
type ParsedJson = { readonly value: Json } | { readonly problem: string };

/** Bounds of an answer. Deeper values would overflow the stack of what handles them later. */
export const jsonBounds = { characters: 8 * 1024 * 1024, depth: 32, items: 100_000 } as const;

const depthSteps: Readonly<Record<string, number>> = { "[": 1, "{": 1, "]": -1, "}": -1 };

/** Parses untrusted JSON within bounds; keys named `__proto__` are dropped. */
export function parseJson(text: string): ParsedJson {
  if (text.length > jsonBounds.characters) return { problem: "too large" };
  if (exceedsBounds(text)) return { problem: "too deep or has too many items" };
  try {
    return { value: JSON.parse(text, (key, value) => (key === "__proto__" ? undefined : value)) };
  } catch {
    return { problem: "malformed JSON" };
  }
}

function exceedsBounds(text: string): boolean {
  let depth = 0;
  let items = 0;
  let quoted = false;
  for (const [token] of text.matchAll(/[[\]{},"]|\\[\s\S]/g)) {
    if (token === '"') quoted = !quoted;
    if (quoted) continue;
    depth += depthSteps[token] ?? 0;
    if (token === ",") items += 1;
    if (depth > jsonBounds.depth || items > jsonBounds.items) return true;
  }
  return false;
}

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
    // A reviver costs as much as the parsing, and few texts can have such a key.
    if (!/__proto__|\\u/.test(text)) return { value: JSON.parse(text) };
    return { value: JSON.parse(text, (key, value) => (key === "__proto__" ? undefined : value)) };
  } catch {
    return { problem: "malformed JSON" };
  }
}

type JsonObject = Readonly<Record<string, Json>>;

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What the body of a success is: an object may have an `error` as well (spec 7.1). A write has to show more
 * than a name, which an error has too; with no more than that, or with facts and no name, it may be `either`.
 */
export function standingOf(answer: Json, isLook: boolean): "object" | "error" | "either" {
  if (!isObject(answer) || !hasError(answer)) return "object";
  const parts = Object.entries(answer).filter(([key]) => !/^(request|meta|trace)/i.test(key));
  const objects = [answer, ...parts.map(([, part]) => part).filter(isObject)];
  const isNamed = objects.some(({ id, name }) => id ?? name);
  const facts = Math.max(...objects.map(factsIn));
  if (isNamed && (isLook || facts > 0)) return "object";
  return isNamed || facts > 1 ? "either" : "error";
}

function hasError({ error, success }: JsonObject): boolean {
  return success === false || (typeof error === "string" && error.trim() !== "");
}

function factsIn(part: JsonObject): number {
  const isFact = ([key, value]: [string, Json]) =>
    value !== null && !isObject(value) && !aboutError.test(key);
  return Object.entries(part).filter(isFact).length;
}

/** What an error has as well. */
const aboutError =
  /^(id|name|errors?|messages?|codes?|details?|reason|status_?code|success|ok|title|type|kind|data|items|request|request_?id|meta|trace_?id|time|timestamp|path|doc|help)$/i;

/** Where errors have their words, the likeliest first. */
const wordKeys = ["error", "errors", "message", "detail", "title"] as const;
const isJsonText = /^\s*(?:\{\s*"|\[\s*[{"])/;
const isPage = /<(?:!doctype|\/?(?:html|head|body|title|div|p|h\d|span|center|pre|b|br|hr))\b/i;

/** The words in an error, however they are wrapped: other objects, a JSON text, a page with a title. */
export function wordsIn(error: Json | undefined): string | undefined {
  if (typeof error === "string") return wordsOf(error);
  if (Array.isArray(error)) return firstWords(error);
  return error && isObject(error) ? firstWords(wordKeys.map((key) => error[key])) : undefined;
}

function wordsOf(text: string): string | undefined {
  if (isJsonText.test(text)) {
    const parsed = parseJson(text);
    return "value" in parsed ? wordsIn(parsed.value) : undefined;
  }
  const words = isPage.test(text) ? /<title[^>]*>([^<]*)/i.exec(text)?.[1] : text;
  return words?.trim() === "" ? undefined : words;
}

function firstWords(parts: readonly (Json | undefined)[]): string | undefined {
  for (const part of parts) {
    const words = wordsIn(part);
    if (words !== undefined) return words;
  }
  return undefined;
}

function exceedsBounds(text: string): boolean {
  let depth = 0;
  let items = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    depth += depthSteps[character] ?? 0;
    if (character === ",") items += 1;
    if (depth > jsonBounds.depth || items > jsonBounds.items) return true;
  }
  return false;
}

/** Where the quote is that ends the string which begins at `begin`. */
function endOfString(text: string, begin: number): number {
  for (let at = begin; ; ) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let backslashes = 0;
    while (text.charAt(at - 1 - backslashes) === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}

import { STATUS_CODES } from "node:http";
import type { Json } from "../../../contract/naming.ts";
import type { WireResponse } from "../transport/transport.ts";

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

/** The JSON of an answer, or why it was not taken; undefined where it is none. */
export function jsonIn({ headers, body }: WireResponse): ParsedJson | undefined {
  const type = headers["content-type"] ?? "";
  if (/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return parseJson(body);
  if (!/^text\/plain\s*(?:;|$)/i.test(type)) return undefined;
  // Some platforms call it plain text; of that only an object or a list is no accident.
  const parsed = parseJson(body);
  return "value" in parsed && parsed.value instanceof Object ? parsed : undefined;
}

type JsonObject = Readonly<Record<string, Json>>;

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The error text of an answer: spec 7.1 has it in `error`. Undefined where there is none in JSON. */
export function errorWords(response: WireResponse): string | undefined {
  const parsed = jsonIn(response);
  const words = parsed !== undefined && "value" in parsed ? wordsIn(parsed.value) : [];
  // "Bad Request", as frameworks begin, says no more than the status.
  return words.find((said) => said !== STATUS_CODES[response.status]) ?? words[0];
}

/** Where other platforms have their words. */
const wordKeys = ["error", "message", "error_message", "detail", "reason", "errors"] as const;

function wordsIn(error: Json | undefined = null): readonly string[] {
  if (typeof error === "string") return error.trim() === "" ? [] : [error];
  if (Array.isArray(error)) return wordsIn(error[0]);
  return isObject(error) ? wordKeys.flatMap((key) => wordsIn(error[key])) : [];
}

/**
 * True for an error that comes with a success: `error`, or `success: false`, and neither an id nor a name, not
 * even in a part. An answer with one is an object, which may have an error as well.
 */
export function isErrorAlone(answer: Json): boolean {
  if (!isObject(answer)) return false;
  const parts = [answer, ...Object.values(answer).filter(isObject)];
  const isNamed = parts.some(({ id, name }) => (id ?? name ?? null) !== null);
  return !isNamed && (answer["success"] === false || wordsIn(answer["error"]).length > 0);
}

function exceedsBounds(text: string): boolean {
  let [depth, items] = [0, 0];
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

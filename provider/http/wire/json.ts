import { STATUS_CODES } from "node:http";
import type { Effect } from "../../../contract/endpoints.ts";
import type { Json } from "../../../contract/naming.ts";
import { isAboutPath } from "../../errors.ts";

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
 * What the body of a success is: an object may have an `error` as well (spec 7.1). A create has to show more
 * than a name, which an error has too; with no more than that, or with facts and no name, it may be `either`.
 * Of a deletion or a change nothing that is shown beside an error proves anything: the object was there before.
 */
export function standingOf(answer: Json, effect: Effect): "object" | "error" | "either" {
  if (!isObject(answer)) return "object";
  if (effect === "delete" || effect === "set")
    return hasFailed(answer, effect) ? "error" : "object";
  if (!hasError(answer)) return "object";
  const parts = Object.entries(answer).filter(([key]) => !/^(request|meta|trace)/i.test(key));
  const objects = [answer, ...parts.map(([, part]) => part).filter(isObject)];
  const isNamed = objects.some(({ id, name }) => id ?? name);
  const facts = Math.max(...objects.map(factsIn));
  if (isNamed && (effect === "read" || facts > 0)) return "object";
  return isNamed || facts > 1 ? "either" : "error";
}

/** What is done, as opposed to what it is done to. */
const isJob = /^(operation|job|task|action)$/i;
const isOutcome = /^(operation|job|task|action|result|response)$/i;
const isLeaving =
  /^(delet|remov|destroy|terminat)(ing|ed)$|^(pending|tobe|scheduledfor)(delet|remov|destroy|terminat)/i;

/** True where a deletion or a change is said to have failed, by the answer or by the job that it shows. */
function hasFailed(answer: JsonObject, effect: Effect): boolean {
  const said = new Map(Object.entries(answer).map(([key, part]) => [lettersOf(key), part]));
  const has = (...keys: readonly string[]) => keys.some((key) => isFilled(said.get(key)));
  const states = ["status", "state", "type", "code", "statuscode"].map((key) => said.get(key));
  const [isSaid] = ["success", "ok", "deleted"].map((key) => said.get(key)).filter(isAnswer);
  if (isSaid !== undefined) return !isSaid;
  if (has("errorcode") && has("errormessage")) return true;
  // What is on its way out may show what was wrong with it before.
  const isAccepted =
    effect === "delete" && states.some((it) => isLeaving.test(lettersOf(String(it))));
  // What an object shows of itself may be as old as that.
  if (isObjectInTrouble(answer)) return false;
  if (has("error", "errors", "err") && !isAccepted) return true;
  const hasWords = has("message", "msg", "reason", "detail", "details", "data");
  if (hasWords && states.some(isFailure)) return true;
  return Object.entries(answer).some(([key, part]) => {
    if (part === null || !isObject(part) || !isOutcome.test(key)) return false;
    return hasFailed(part, effect) || (isJob.test(key) && isFailure(part["status"]));
  });
}

function isAnswer(said: Json | undefined): said is boolean {
  return typeof said === "boolean";
}

/** A job has an id and a status, too, and little else. */
function isObjectInTrouble(answer: JsonObject): boolean {
  const isNamed = (answer["id"] ?? answer["name"]) !== undefined;
  return isNamed && isFailure(answer["status"] ?? answer["state"]) && factsIn(answer) > 1;
}

/** A word for what failed, or a status of HTTP. */
function isFailure(state: Json | undefined): boolean {
  if (typeof state === "number") return state >= 400 && state < 600;
  return typeof state === "string" && /^(error(ed)?|fail(ed|ure)?)$/i.test(state);
}

/** False for what says that there is nothing: some answers have all their keys at any time. */
function isFilled(part: Json | undefined): boolean {
  if (typeof part === "string") return !/^\s*(0|none|null|ok|success|false)?\s*$/i.test(part);
  if (typeof part === "object" && part !== null) return Object.values(part).some(isFilled);
  return Boolean(part);
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

/** Where errors have their words, the likeliest first, in the letters of their keys. */
const wordKeys: readonly string[] = [
  ...["error", "errors", "message", "messages", "msg", "defaultmessage"],
  ...["errormessage", "errordescription"],
  ...["detail", "details", "description", "reason", "title", "code"],
];
const isJsonText = /^\s*(?:\{\s*"|\[\s*[{"])/;
const isPage = /<(?:!doctype|\/?(?:html|head|body|title|div|p|h\d|span|center|pre|b|br|hr))\b/i;
/** Says no more than the status of the answer does. */
const phrases: ReadonlySet<string> = new Set(
  [
    ...Object.values(STATUS_CODES),
    ...["Error", "Failed", "Invalid request", "Unprocessable Content", "No message available"],
    ...["Validation failed", "Validation error", "The given data was invalid"],
  ].map(lettersOf),
);

const longestPhrase = 40;

function lettersOf(text = ""): string {
  return text.toLowerCase().replace(/[^a-z]/g, "");
}

/**
 * The words in an error, however they are wrapped: other objects, a JSON text, a page with a title. In a
 * part that is named as one of an error, what stands under any key is about the input of that name.
 */
export function wordsIn(error: Json | undefined, isNamed = false): string | undefined {
  if (typeof error === "string") return wordsOf(error);
  if (Array.isArray(error)) return likeliest(error.map((part) => wordsIn(part, isNamed)));
  if (!error || !isObject(error)) return undefined;
  const parts = Object.entries(error).map(([key, part]) => {
    const at = wordKeys.indexOf(lettersOf(key));
    return { at, words: at < 0 ? wordsAbout(key, part, isNamed) : wordsIn(part, true) };
  });
  const [others, usual] = [parts.filter(({ at }) => at < 0), parts.filter(({ at }) => at >= 0)];
  const inOrder = [...usual.sort((one, other) => one.at - other.at), ...others];
  return withName(inputOf(error), likeliest(inOrder.map(({ words }) => words)));
}

function wordsOf(text: string): string | undefined {
  if (isJsonText.test(text)) {
    const parsed = parseJson(text);
    return "value" in parsed ? wordsIn(parsed.value) : undefined;
  }
  const words = isPage.test(text) ? /<title[^>]*>([^<]*)/i.exec(text)?.[1] : text;
  return words?.trim() === "" ? undefined : words;
}

/** Django has lists of texts by input; any other text of an answer is about anything. */
function wordsAbout(key: string, part: Json, isNamed: boolean): string | undefined {
  if (typeof part !== "object" && !isNamed) return undefined;
  const words = wordsIn(part, isNamed);
  if (words === undefined || worthOf(words) < 2) return undefined;
  return [part].flat().every((it) => typeof it === "string") ? withName(key, words) : words;
}

/** The first that says most, after a word for it that comes before: `quota_exceeded: 3 volumes are allowed`. */
function likeliest(found: readonly (string | undefined)[]): string | undefined {
  const words = found.filter((it) => it !== undefined);
  const [first] = words;
  const [code, most] = [1, 2].map((worth) => words.find((it) => worthOf(it) === worth));
  if (most === undefined) return code ?? first;
  return code !== undefined && code === first ? `${code}: ${most}` : most;
}

/** 0 for what says no more than a status, 1 for a code word, 2 for words. */
function worthOf(text: string): 0 | 1 | 2 {
  const isPhrase = text.length <= longestPhrase && phrases.has(lettersOf(text));
  if (isPhrase || !/\p{L}/u.test(text)) return 0;
  return /^[\w.:-]+$/.test(text) ? 1 : 2;
}

/** True for words about what was asked for, not for those of a framework that knows no such path. */
export function isAboutObject(words: string | undefined): boolean {
  return words !== undefined && worthOf(words) === 2 && !isAboutPath(words);
}

/** The input that an error is about; `path` may be that of the request as well. */
function inputOf({ field, param, property, path, loc }: JsonObject): string {
  const name = [field ?? param ?? property ?? path ?? loc].flat().at(-1);
  return typeof name === "string" && /^[a-z_][\w.[\]-]*$/i.test(name) ? name : "";
}

function withName(name: string, words: string | undefined): string | undefined {
  if (name === "" || words === undefined || worthOf(words) === 0) return words;
  return lettersOf(words).includes(lettersOf(name)) ? words : `${name}: ${words}`;
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

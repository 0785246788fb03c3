import { STATUS_CODES } from "node:http";
import type { Effect } from "../../../contract/endpoints.ts";
import type { Json } from "../../../contract/naming.ts";
import { isAboutPath } from "../../errors.ts";
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

/** What an answer says of its error; undefined where it says nothing in JSON. */
export function errorWords(response: WireResponse): string | undefined {
  const parsed = jsonIn(response);
  return parsed !== undefined && "value" in parsed && isObject(parsed.value)
    ? wordsIn(parsed.value)
    : undefined;
}

type JsonObject = Readonly<Record<string, Json>>;

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Standing = "object" | "error" | "either";

/**
 * What the body of a success is: an object may have an `error` as well (spec 7.1). A create has to show more
 * than a name, which an error has too; with no more than that, or with facts and no name, it may be `either`.
 * `asked` has the ids and names of what the request is about.
 */
export function standingOf(answer: Json, effect: Effect, asked: readonly string[]): Standing {
  if (!isObject(answer)) return "object";
  const isWrite = effect === "delete" || effect === "set";
  if (isWrite) return isRefused(answer, effect, asked) ? "error" : "object";
  if (!hasError(answer)) return "object";
  const parts = Object.entries(answer).filter(([key]) => !/^(request|meta|trace)/i.test(key));
  const objects = [answer, ...parts.map(([, part]) => part).filter(isObject)];
  const isNamed = objects.some(({ id, name }) => id ?? name);
  const facts = Math.max(...objects.map((part) => factsIn(part)));
  if (isNamed && (effect === "read" || facts > 0)) return "object";
  return isNamed || facts > 1 ? "either" : "error";
}

const no = /^(false|no|0)$/;
const failed =
  /^(false|error(ed)?|fail(ed|ure)?|rejected|denied|refused|aborted|cancell?ed|timedout)$/;
const leaving =
  /^(delet|remov|destroy|terminat)(ing|ed)$|^(pending|tobe|scheduledfor)(delet|remov|destroy|terminat)/;

type Rule = readonly [isRefused: boolean, fits: (said: ReturnType<typeof saidIn>) => boolean];

/** Whether a deletion or a change was refused: the first that fits decides. */
const rules: readonly Rule[] = [
  [true, ({ is }) => is(no, "success", "ok")],
  // An object has such a flag as well.
  [true, ({ is, ...it }) => is(no, "deleted") && !(it.isOwn || it.hasFacts || it.isLeaving)],
  [true, ({ is, isOwn }) => is(failed, "status", "state", "result", "type") && !isOwn],
  [true, ({ is, has }) => is(/^[45]\d\d$/, "status", "statuscode", "code") && has(...besideCodes)],
  [true, ({ isPartRefused }) => isPartRefused],
  // What is wrong with an object may be as old as that.
  [false, ({ isLeaving }) => isLeaving],
  [false, ({ is, isOwn }) => isOwn && is(failed, "status", "state")],
  [false, ({ is, isOwn }) => isOwn && is(/^(true|yes|1)$/, "success", "ok", "deleted")],
  [true, ({ has }) => has("error", "errors", "err", "fault")],
  [true, ({ has }) => has("errorcode") && has("errormessage")],
];
const besideCodes = ["message", "msg", "reason", "detail", "details"] as const;

function isRefused(answer: JsonObject, effect: Effect, asked: readonly string[]): boolean {
  const said = saidIn(answer, effect, asked);
  return rules.find(([, fits]) => fits(said))?.[0] ?? false;
}

/** What an answer says, under keys in letters; `isOwn` where it shows what was asked for. */
function saidIn(answer: JsonObject, effect: Effect, asked: readonly string[]) {
  const said = new Map(Object.entries(answer).map(([key, part]) => [lettersOf(key), part]));
  const wordAt = (key: string) =>
    textOf(said.get(key))
      .toLowerCase()
      .replace(/[\s_-]/g, "");
  const is = (words: RegExp, ...keys: readonly string[]) =>
    keys.some((key) => words.test(wordAt(key)));
  const has = (...keys: readonly string[]) => keys.some((key) => isFilled(said.get(key)));
  const isOwn = isAskedFor(answer, asked);
  const isPartRefused = Object.entries(answer).some(([key, part]) => {
    if (!isObject(part)) return false;
    if (/^(operation|job|task|action)$/i.test(key)) return isRefused(part, effect, []);
    const mayHoldOne = !isOwn && /^(result|response|data|metadata)$/i.test(key);
    return mayHoldOne && !isAskedFor(part, asked) && isRefused(part, effect, asked);
  });
  const isLeaving = effect === "delete" && is(leaving, "status", "state");
  return { is, has, isOwn, isPartRefused, isLeaving, hasFacts: factsIn(answer, aboutJob) > 0 };
}

/** True for what has an id or a name that was asked for, and more than a job or an error has. */
function isAskedFor({ id, name, ...rest }: JsonObject, asked: readonly string[]): boolean {
  if (asked.includes(textOf(id)) && isFilled(name)) return true;
  return [id, name].some((it) => asked.includes(textOf(it))) && factsIn(rest, aboutJob) > 0;
}

function textOf(said: Json | undefined): string {
  return typeof said === "object" ? "" : String(said ?? "");
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

function factsIn(part: JsonObject, besides?: RegExp): number {
  const isFact = ([key, value]: [string, Json]) =>
    value !== null && !isObject(value) && !aboutError.test(key) && !besides?.test(lettersOf(key));
  return Object.entries(part).filter(isFact).length;
}

/** What an error has as well. */
const aboutError =
  /^(id|name|errors?|messages?|codes?|details?|reason|status_?code|success|ok|title|type|kind|data|items|request|request_?id|meta|trace_?id|time|timestamp|path|doc|help)$/i;

/** What a job has as well, in the letters of its keys. */
const aboutJob =
  /^(status|state|action|operation|command|verb|progress|result|deleted|err|error(code|message)|(resource|target|object|entity)(id|type|name)?)$|edat$/;

/** Where errors have their words, the likeliest first, in the letters of their keys. */
const wordKeys: readonly string[] = [
  ...["error", "errors", "message", "messages", "msg"],
  ...["defaultmessage", "errormessage", "errordescription"],
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

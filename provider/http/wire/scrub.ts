import type { Json } from "../../../contract/naming.ts";
import { plainText, withoutMiddle } from "../../display.ts";
import { isObject } from "./json.ts";

/** Takes the secrets it was made for, and everything that looks like one, out of a text. */
export type Scrub = (text: string) => string;

/** Longest message of the platform that an error repeats, which has to say what to do as well. */
const longestMessage = 100;

/** Shorter text is no secret, but would take ordinary words out of messages. */
const shortestSecret = 8;
/** A part of a secret, which tells what is around it: a line of a PEM key, or the first half of a token. */
const partOfOne = /[\w+/-]{12,}={0,2}/g;
/** Shorter lines of a PEM key are its end or a label. */
const shortestLine = 24;

const removed = "[secret]";
const privateKeyPattern = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;
const secretPatterns: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g,
  /\bBearer\s+[^\s"',;]+/gi,
];

/** A scrubber for these secrets, in the spellings a server or library may echo them in, in any case. */
export function createScrub(secrets: readonly string[]): Scrub {
  let known: ReturnType<typeof spelled> | undefined;
  return (text) => {
    // Hardly any request needs them: only the text of an error is scrubbed.
    known ??= spelled(secrets);
    const { patterns, all } = known;
    const whole = patterns.reduce((rest, pattern) => rest.replace(pattern, removed), text);
    const isInOne = (part: string) => all.includes(part.toLowerCase());
    const rest = whole.replace(partOfOne, (part) => (isInOne(part) ? removed : part));
    return secretPatterns.reduce((left, pattern) => left.replace(pattern, removed), rest);
  };
}

/** Patterns of secrets, the longest first, so that a part never breaks up the whole it belongs to; and all of them in one text. */
function spelled(secrets: readonly string[]) {
  const spellings = [...new Set(secrets.flatMap(partsOf).flatMap(spellingsOf))];
  const inOrder = spellings.sort((one, other) => other.length - one.length);
  const literals = inOrder.map((spelling) => spelling.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const patterns = literals.map((literal) => new RegExp(literal, "gi"));
  return { patterns, all: inOrder.join("\n").toLowerCase() };
}

/** A platform's message, safe to show: one short line without secrets or control characters. */
export function serverText(text: string, scrub: Scrub): string {
  const said = scrub(withoutMiddle(plainText(text), longestRead));
  return withoutMiddle(scrub(plainText(unescaped(said))), longestMessage);
}

/** The middle of a longer one is not shown. */
const longestRead = 20_000;

const entities = new Map(
  Object.entries({ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" }),
);

/** As it was before a page, or JSON in JSON, took it up, however often. */
function unescaped(text: string): string {
  const read = (digits: string, base: number) => String.fromCharCode(Number.parseInt(digits, base));
  return text
    .replace(/\\{1,9}u([\da-f]{4})/gi, (_escape, digits: string) => read(digits, 16))
    .replace(/&(?:amp;){1,9}(?=#?\w{2,5};)/gi, "&")
    .replace(/&#(\d{2,5});/g, (_escape, digits: string) => read(digits, 10))
    .replace(/&#x([\da-f]{2,4});/gi, (_escape, digits: string) => read(digits, 16))
    .replace(/&\w{2,4};/g, (entity) => entities.get(entity.toLowerCase()) ?? entity)
    .replace(/\\{1,9}(?=["'/&<>])/g, "")
    .replace(/\\{2,9}/g, "\\")
    .toWellFormed();
}

/** What a request body holds that an answer must not echo into an error: private keys, and what is called a secret. */
export function secretsIn(body: Json | undefined, name = ""): readonly string[] {
  if (typeof body === "string" && privateKeyPattern.test(body)) return [body];
  if (typeof body === "string" || typeof body === "number") {
    const text = String(body);
    return [...(isSecretName(name) ? [text] : []), ...secretsWithin(text)];
  }
  if (Array.isArray(body)) return body.flatMap((part) => secretsIn(part, name));
  if (!body || !isObject(body)) return [];
  const label = labelIn(body);
  return Object.entries(body).flatMap(([key, part]) => {
    const own = label?.get(key.toLowerCase()) ?? key;
    return secretsIn(part, isSecretName(name) ? `${name} ${own}` : own);
  });
}

/** Of `{ key: "DB_PASSWORD", value }` the key says what the value is, and is no secret. */
function labelIn(pair: Readonly<Record<string, Json>>): ReadonlyMap<string, string> | undefined {
  const parts = new Map(Object.entries(pair).map(([key, part]) => [key.toLowerCase(), part]));
  const label = parts.get("key") ?? parts.get("name");
  if (typeof label !== "string" || !parts.has("value")) return undefined;
  return new Map([
    ["key", "name"],
    ["value", label],
  ]);
}

/** `raw` takes fields that we do not know (spec 2.8), like a token; a key that is public, or the id of one, is shown. */
function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, "$1 ").replace(/[^a-z\d]+/gi, " ");
  return secretWords.test(words) && !aboutSecret.test(words);
}

const secretWords =
  /pass(?:w|code| ?phrase|\b)|secret|token|credential|\b(?:pwd|o?auth|authorization|bearer|cookies?|psk|md5|dsn|conn|connection (?:string|ur[il])|pin|webhooks?|sig|signature)\b|(?:api|access|private) ?keys|(?<!(?:public|ssh) ?)key$|\bprivate$/i;
/** What is said of a secret, or of whose it is. */
const aboutSecret =
  / (?:id|ids|type|kind|name|names|user|username|login|email|method|mode|policy|algorithm|format|version|status|enabled|required|expires|expiry|at|ttl|length|size|count|limit|scopes?|region|description|realm|provider|host|port|events?)$/i;

/** What opens something inside of a text: a user's password in an address, what signs it, and what is called a secret. */
function secretsWithin(text: string): readonly string[] {
  const users = [...text.matchAll(beforeHost), ...text.matchAll(afterUser)].map(([found]) => found);
  const values = [...text.matchAll(pairs)].flatMap(([, lead, name = "", value = ""]) => {
    const isSigned = /[?&]/.test(lead ?? "") && /\d/.test(value);
    return isSigned || isSecretName(name) ? [value] : [];
  });
  const decoded = (found: string) => new URLSearchParams(`=${found}`).values();
  return [...users, ...values].flatMap((found) => [found, ...decoded(found)]);
}

const beforeHost = /(?<=\/\/)[^\s/@?#]{1,500}(?=@)/g;
const afterUser = /(?<=(?:^|[\s"'=]|\/\/)[^\s/:@]{0,100}:)[^\s/@]{1,500}(?=@)/g;
const pairs =
  /(?:^|([?&;,{\s"']))["']?([\w.-]{1,64})["']?[ \t]{0,3}[=:][ \t]{0,3}["']?(?=([^\s;&"'<>,]{8,500}))/g;

function partsOf(secret: string): readonly string[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  if (lines.length === 1) return [secret];
  const content = lines.filter((line) => line !== "" && !line.startsWith("-----"));
  const long = content.filter((line) => line.length >= shortestLine);
  return [secret, content.join(" "), content.join(""), ...long];
}

function spellingsOf(part: string): readonly string[] {
  if (part.length < shortestSecret) return [];
  const text = part.toWellFormed();
  const bytes = Buffer.from(text);
  return [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    ...[0, 1, 2].flatMap((offset) => insideBase64(bytes, offset)),
  ];
}

/** What a secret looks like inside the base64 of a longer text, e.g. of a whole header. */
function insideBase64(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  // Characters that hold bits of the neighbours as well are left out.
  const [from, to] = [Math.ceil((offset * 4) / 3), Math.floor((padded.length * 4) / 3)];
  return [padded.toString("base64"), padded.toString("base64url")].map((text) =>
    text.slice(from, to),
  );
}

import type { Json } from "../../../contract/naming.ts";
import { plainText, withoutMiddle } from "../../display.ts";

/** Takes the secrets it was made for, and everything that looks like one, out of a text. */
export type Scrub = (text: string) => string;

/** Longest message of the platform that an error repeats, which has to say what to do as well. */
const longestMessage = 100;

/** Shorter text is no secret, but would take ordinary words out of messages. */
const shortestSecret = 8;
/** A part of a line of a PEM key, which tells what is around it. */
const partOfKey = /[\w+/=]{16,}/g;
/** Shorter lines of a PEM key are its end or a label. */
const shortestLine = 24;

const removed = "[secret]";
const privateKeyPattern = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;
const secretPatterns: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g,
  /\bBearer\s+[^\s"',;]+/gi,
];

/** A scrubber for these secrets, in the spellings a server or library may echo them in. */
export function createScrub(secrets: readonly string[]): Scrub {
  let spellings: readonly string[] | undefined;
  const isInOne = (part: string) => spellings?.some((secret) => secret.includes(part)) === true;
  return (text) => {
    // Hardly any request needs them: only the text of an error is scrubbed.
    spellings ??= allSpellings(secrets);
    const whole = spellings.reduce((rest, secret) => rest.replaceAll(secret, removed), text);
    const known = whole.replace(partOfKey, (part) => (isInOne(part) ? removed : part));
    return secretPatterns.reduce((rest, pattern) => rest.replace(pattern, removed), known);
  };
}

/** Longest first, so that a part never breaks up the whole it belongs to. */
function allSpellings(secrets: readonly string[]): readonly string[] {
  const spellings = new Set(secrets.flatMap(partsOf).flatMap(spellingsOf));
  return [...spellings].sort((a, b) => b.length - a.length);
}

/** A platform's message, safe to show: one short line without secrets or control characters. */
export function serverText(text: string, scrub: Scrub): string {
  return withoutMiddle(scrub(plainText(text)).trim(), longestMessage);
}

/** What a request body holds that an answer must not echo into an error: private keys, and what is called a secret. */
export function secretsIn(body: Json | undefined, name = ""): readonly string[] {
  if (typeof body === "string") {
    return privateKeyPattern.test(body) || isSecretName(name) ? [body] : [];
  }
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    secretsIn(value, Array.isArray(body) ? name : key),
  );
}

/** `raw` takes fields that we do not know (spec 2.8), like a token; a key that is public, or the id of one, is shown. */
function isSecretName(name: string): boolean {
  return /pass|secret|token|credential|key$/i.test(name) && !/public|ssh/i.test(name);
}

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

import type { Json } from "../contract/naming.ts";
import { plainText, withoutMiddle } from "./display.ts";

/** Takes the secrets it was made for out of a text, and every private key and bearer token. */
export type Scrub = (text: string) => string;

const removed = "[secret]";
const begin = "-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----";
const patterns: readonly RegExp[] = [
  new RegExp(`${begin}[\\s\\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)`, "g"),
  /\bBearer\s+[^\s"',;]+/gi,
];

/** A scrubber for these secrets. */
export function createScrub(secrets: readonly string[]): Scrub {
  // The longest first, so that a part never breaks up the whole that it belongs to.
  const spellings = [...new Set(secrets.flatMap(partsOf).flatMap(spellingsOf))];
  const known = spellings.sort((one, other) => other.length - one.length);
  return (text) => {
    const rest = patterns.reduce((left, pattern) => left.replace(pattern, removed), text);
    return known.reduce((left, spelling) => without(left, spelling), rest);
  };
}

/** A short secret is taken out as a whole word alone: inside of other words it would make the text unreadable. */
function without(text: string, spelling: string): string {
  if (spelling.length >= longestWord) return text.replaceAll(spelling, removed);
  const literal = spelling.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return text.replace(new RegExp(`(?<!\\w)${literal}(?!\\w)`, "g"), removed);
}

const longestWord = 8;

/** Shorter lines of a private key are its end or a label. */
const shortestLine = 24;

/** Of a private key each line, too: some servers quote one. Others trim a text, and messages are in one line. */
function partsOf(secret: string): readonly string[] {
  const lines = secret.split(/\s*\n\s*/).filter((line) => line.length >= shortestLine);
  const whole = [secret, secret.trim(), plainText(secret)];
  return [...whole, ...lines, ...partsOfAddress(secret.trim())].filter(
    (part) => part.length >= shortestSecret,
  );
}

/** An address is quoted as a client writes it, or from its path on. */
function partsOfAddress(secret: string): readonly string[] {
  if (!/^https?:\/\//i.test(secret) || !URL.canParse(secret)) return [];
  const { href, pathname, search, password } = new URL(secret);
  return [href, ...[pathname, search, password].filter((part) => part.length >= longestWord)];
}

/** Pulumi's own logs hide none that is shorter: it would be found in any text. */
const shortestSecret = 3;

function spellingsOf(part: string): readonly string[] {
  return [part, encodeURIComponent(part.toWellFormed()), JSON.stringify(part).slice(1, -1)];
}

/** The private keys in a request's body, which an answer must not echo into an error. */
export function secretsIn(body: Json = null): readonly string[] {
  if (typeof body === "string") return new RegExp(begin).test(body) ? [body] : [];
  const parts = typeof body === "object" && body !== null ? Object.values(body) : [];
  return parts.flatMap((part) => secretsIn(part));
}

/** Characters of a platform's message that are shown: an error has to say what to do as well. */
const longestShown = 100;

/** Characters of it that secrets are looked for in. */
const longestRead = 20_000;

/** A platform's message, safe to show: one short line without secrets or control characters. */
export function serverText(text: string, scrub: Scrub): string {
  // Before it becomes plain, because a secret address would be changed by that, and after it, because of characters nobody sees.
  const clean = scrub(plainText(scrub(withoutMiddle(text, longestRead))));
  return withoutMiddle(clean, longestShown);
}

import type { Json } from "../../contract/naming.ts";
import type { Answer } from "./answer.ts";
import type { IncomingBody } from "./body.ts";

/** What stands for a secret, and for what was cut. */
const mask = "…";

/** Longer texts, like certificates, are cut. */
const longestText = 200;

/** A body that is larger even so is left out. */
const largestBody = 8_000;

/** Of a longer answer, the rest is cut. */
const longestAnswer = 2_000;

const secretName = /private[_-]?key|secret|password|passphrase|passwd|credential|token|key$/i;
/** What of any of these may be in, and escapes and percent codes, which may hide it. */
const suspicious = /private|secret|pass|credential|token|key|local_|:\/\/|\\|%/i;

const privateKeyLine = /PRIVATE[ +]KEY-----/;
const secretText = /PRIVATE[ +]KEY-----|(?:hosting|control)_local_|local_[0-9a-z]{20}/;

/** What of a secret or an address is in every text that has one. */
const suspiciousText = /KEY-----|local_|:\/\//i;

/** Secrets within a text: keys as the platform makes them, and PEM text of private ones. */
const secretParts =
  /(?:hosting_|control_)local_\w*|local_[0-9a-z]{20}|-----BEGIN[A-Z +]*PRIVATE[ +]KEY-----.*?(?:-----END[A-Z +]*-----|$)/gs;
/** The end of PEM text whose beginning was left out, and what stands before it. */
const endOfKey = /^.*-----END[A-Z +]*PRIVATE[ +]KEY-----/s;

/** An address, without its scheme: however many there are, each character is looked at once. */
const address = /:\/\/[^\s"]*/g;
/** What stands before the last "@" of an address may be a password, though one with a slash should be encoded. */
const addressLogin = /^:\/\/.*@/s;
/** What follows its "?" may be a signature. */
const addressQuery = /[?#].*$/s;

/** A character as addresses have it, encoded however often: all that secrets are known by are these. */
const percentCode = /%(?:25)*([0-7][0-9a-f])/gi;

/**
 * A request's body as the log keeps it: JSON without secrets. Undefined for a body that is empty, too
 * large, or not JSON, of which nobody can tell what in it is a secret.
 *
 * @param open The only fields that are shown, where the others may be secrets by any name.
 */
export function maskedBody(
  body: IncomingBody | undefined,
  open?: readonly string[],
): string | undefined {
  if (body === undefined || body.bytes.length === 0 || body.json === undefined) return undefined;
  if (open === undefined && isPlain(body.text, longestText)) return body.text;
  try {
    const kept = JSON.stringify(shown(open === undefined ? body.json : opened(body.json, open)));
    return kept.length > largestBody ? undefined : kept;
  } catch {
    // It is nested too deep.
    return undefined;
  }
}

/**
 * An answer's body as the log keeps it: JSON without secrets, and of what is long the beginning. Undefined
 * for none; one that is not JSON is a text.
 */
export function maskedAnswer({ body, content }: Pick<Answer, "body" | "content">) {
  if (body === null) return undefined;
  if (content !== undefined && isPlain(body, longestAnswer)) return body;
  const beginning = Array.isArray(content) ? beginningOf(body, content) : undefined;
  if (beginning !== undefined && isPlain(beginning, longestAnswer)) return beginning;
  return JSON.stringify(shown(content ?? jsonOrText(body), longestAnswer));
}

/** As many items of a long list as fit, out of its text: to go through them takes longer than most answers. */
function beginningOf(text: string, items: readonly Json[]): string | undefined {
  let end = 0;
  for (const item of items) {
    const next = end + 1 + JSON.stringify(item).length;
    if (next > longestAnswer - rest.length) break;
    end = next;
  }
  return end === 0 ? undefined : text.slice(0, end) + rest;
}

const rest = `,"${mask}"]`;

function jsonOrText(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** With a mask for the value of every other field. */
function opened(json: unknown, open: readonly string[]): unknown {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return mask;
  const entries = Object.entries(json);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, open.includes(name) ? value : mask]),
  );
}

/** JSON as it may be shown: secrets masked, and long texts cut. */
export function masked<T>(json: T): T {
  return JSON.parse(JSON.stringify(shown(json)));
}

/**
 * A text as it may be shown, like the reason of a refusal, which may quote a name. Where something was
 * hidden in percent codes, the rest is shown without them.
 */
export function maskedText(text: string): string {
  const plain = decoded(text);
  if (!suspiciousText.test(plain)) return text;
  const shown = plain
    .replace(secretParts, mask)
    .replace(endOfKey, mask)
    .replace(address, (one) => one.replace(addressLogin, "://").replace(addressQuery, `?${mask}`));
  return shown === plain ? text : shown;
}

function decoded(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(percentCode, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** True for a short text without anything of what is masked; most bodies are one. */
function isPlain(text: string, longest: number): boolean {
  return text.length <= longest && !suspicious.test(text);
}

/** A value without secrets and long texts, as far as so many characters reach. */
function shown(json: unknown, characters = Number.POSITIVE_INFINITY): unknown {
  let left = characters;
  return anyOf("", json);

  function anyOf(name: string, value: unknown): unknown {
    left -= name.length + 4;
    if (secretName.test(name)) return mask;
    if (Array.isArray(value)) return listOf(value);
    if (typeof value === "object" && value !== null) return objectOf(value);
    const plain = typeof value === "string" ? textOf(value) : value;
    left -= String(plain).length;
    return plain;
  }

  function listOf(list: readonly unknown[]): readonly unknown[] {
    if (list.some((item) => typeof item === "string" && privateKeyLine.test(item))) return [mask];
    const items: unknown[] = [];
    for (const item of list) {
      if (left <= 0) return [...items, mask];
      items.push(anyOf("", item));
    }
    return items;
  }

  function objectOf(object: object): object {
    const entries: [string, unknown][] = [];
    for (const [name, value] of Object.entries(object)) {
      if (left <= 0) return Object.fromEntries([...entries, [mask, mask]]);
      entries.push([textOf(name), anyOf(name, value)]);
    }
    return Object.fromEntries(entries);
  }
}

function textOf(text: string): string {
  if (secretText.test(decoded(text))) return mask;
  const plain = maskedText(text);
  return plain.length > longestText ? plain.slice(0, longestText) + mask : plain;
}

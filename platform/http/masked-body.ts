/** What stands for a secret. */
const mask = "…";

/** Longer texts, like certificates, are cut. */
const longestText = 200;

/** A body that is larger even so is left out. */
const largestBody = 8_000;

const secretName = /private_?key|secret|password|token|access_?key|^key$/i;
/** What of any of these may be in, and escapes, which may hide it. */
const suspicious = /private|secret|password|token|key|local_|:\/\/|\\/i;

const secretText = /PRIVATE KEY-----|(hosting|control)_local_/;

/** What stands before the "@" of an address may be a password, what follows its "?" a signature. */
const addressLogin = /^(\w+:\/\/)[^/?#]*@/;
const addressQuery = /^(\w+:\/\/[^?#]*)[?#].*$/s;

/**
 * A request's body as the log keeps it: JSON without secrets. Undefined for a body that is empty, too
 * large, or not JSON, of which nobody can tell what in it is a secret.
 */
export function maskedBody(text: string): string | undefined {
  if (text === "") return undefined;
  try {
    const masked: unknown = isPlain(text) ? JSON.parse(text) : JSON.parse(text, maskedValue);
    const kept = JSON.stringify(masked);
    return kept.length > largestBody ? undefined : kept;
  } catch {
    return undefined;
  }
}

/** JSON as it may be shown: secrets masked, and long texts cut. */
export function masked<T>(json: T): T {
  return JSON.parse(JSON.stringify(json), maskedValue);
}

/** True for a short text without anything of what is masked; most bodies are one. */
function isPlain(text: string): boolean {
  return text.length <= longestText && !suspicious.test(text);
}

function maskedValue(name: string, value: unknown): unknown {
  if (secretName.test(name)) return mask;
  if (typeof value === "object" && value !== null) return withMaskedNames(value);
  if (typeof value !== "string") return value;
  if (secretText.test(value)) return mask;
  const plain = value.replace(addressLogin, "$1").replace(addressQuery, `$1?${mask}`);
  return plain.length > longestText ? plain.slice(0, longestText) + mask : plain;
}

/** Whoever mistakes a value for a name has not made it less secret. */
function withMaskedNames(json: object): object {
  const entries = Object.entries(json);
  if (Array.isArray(json) || !entries.some(([name]) => secretText.test(name))) return json;
  return Object.fromEntries(
    entries.map(([name, value]) => [secretText.test(name) ? mask : name, value]),
  );
}

/** The text shown for a secret, and for the rest of a long value. */
const mask = "…";

/** Under another name, as where two fields were swapped. */
const secretText = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;

const secretName = /private[_-]?key|secret|password|passphrase|credential|token|key$/i;

/** Longer texts, like certificates, are cut. */
const longestText = 200;

/** Of a larger list the log keeps the first objects, of another larger body none. */
const largestBody = 8_000;
const firstObjects = 10;

/** JSON as it may be shown: fields that are named like secrets and private keys are masked, and long texts are cut. */
export function masked<T>(json: T): T {
  return JSON.parse(JSON.stringify(json, maskedField));
}

/** A body as the log keeps it, which is given as JSON and as its text; null for nothing. */
export function maskedText(json: unknown, text: string): string | null {
  if (json === undefined) return null;
  if (text.length <= largestBody) return JSON.stringify(json, maskedField);
  if (!Array.isArray(json)) return null;
  const first = JSON.stringify([...json.slice(0, firstObjects), mask], maskedField);
  return first.length > largestBody ? null : first;
}

function maskedField(name: string, value: unknown): unknown {
  const isSecret = typeof value === "string" && secretText.test(value);
  if (isSecret || secretName.test(name)) return mask;
  const isLong = typeof value === "string" && value.length > longestText;
  return isLong ? value.slice(0, longestText) + mask : value;
}

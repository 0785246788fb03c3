import type { z } from "zod";

const leftOut = "__proto__";

/**
 * Checks JSON, and gives all of what is accepted: zod leaves out a field named `__proto__`, which is
 * one like others in JSON.
 */
export function parseJson<T>(schema: z.ZodType<T>, given: unknown): z.ZodSafeParseResult<T> {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) putBack(parsed.data, given);
  return parsed;
}

function putBack(into: unknown, given: unknown): void {
  if (into === given || !isObject(into) || !isObject(given)) return;
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(into, name)) putBack(Reflect.get(into, name), value);
    else if (name === leftOut) {
      const own = { value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(into, name, own);
    }
  }
}

/** True where each text in it, names of fields included, has no half of a character. */
export function isUnicode(json: unknown): boolean {
  if (typeof json === "string") return json.isWellFormed();
  if (!isObject(json)) return true;
  return Object.entries(json).every(([name, value]) => name.isWellFormed() && isUnicode(value));
}

/** The same with a replacement character for each half. */
export function inUnicode(json: unknown): unknown {
  if (typeof json === "string") return json.toWellFormed();
  if (Array.isArray(json)) return json.map(inUnicode);
  if (!isObject(json)) return json;
  const entries = Object.entries(json);
  return Object.fromEntries(
    entries.map(([name, value]) => [name.toWellFormed(), inUnicode(value)]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

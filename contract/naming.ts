/** Wire naming: programs write camelCase, the platform reads and answers snake_case (spec 2). */

/** A JSON value as it travels. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Objects whose keys are the platform's own words and travel as they are, e.g. `ipv4.address`. */
const verbatim: ReadonlySet<string> = new Set(["config", "raw"]);

/** `sizeGb` → `size_gb`. */
export function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `size_gb` → `sizeGb`. */
export function programName(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Renames the keys of a program's value for the wire, at every depth. */
export function toWire(value: unknown): Json {
  return rename(value, wireName);
}

/** Renames the keys of an answer for programs, at every depth. */
export function fromWire(value: unknown): Json {
  return rename(value, programName);
}

function rename(value: unknown, name: (key: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => rename(item, name));
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [name(key), rename(item, verbatim.has(key) ? (same) => same : name)]);
    return Object.fromEntries(entries);
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  return null;
}

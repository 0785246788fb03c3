import { randomBytes } from "node:crypto";
import { idPrefixes, isPathSegment } from "../../contract/ids.ts";

interface IdOwner {
  readonly kind: string;
  /** Prefix of its ids, where the spec shows none. */
  readonly idPrefix?: string;
}

// Without letters that are read as digits.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

const prefixes: Readonly<Partial<Record<string, string>>> = idPrefixes;

/** An id for a new object of the kind. */
export function newId({ kind, idPrefix = "" }: IdOwner): string {
  return randomId(prefixes[kind] ?? idPrefix);
}

/** True for the shape of a project's id: the spec shows no way to make one, so each of them is one. */
export function isProjectId(text: string): boolean {
  const prefix = idPrefixes.project ?? "";
  return isPathSegment(text) && text.startsWith(prefix) && text.length > prefix.length;
}

/** `prefix` followed by random base32 characters. */
export function randomId(prefix: string, length = 16): string {
  const letters = Array.from(randomBytes(length), (byte) => alphabet.charAt(byte % 32));
  return prefix + letters.join("");
}

import { randomBytes } from "node:crypto";
import type { Kind } from "../../contract/endpoints.ts";
import { idPrefixes } from "../../contract/ids.ts";

interface IdOwner {
  readonly kind: Kind | "project";
  /** Prefix of its ids, where the spec shows none. */
  readonly idPrefix?: string;
}

// Without letters that are read as digits.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** An id for a new object of the kind. */
export function newId({ kind, idPrefix = "" }: IdOwner): string {
  return randomId(idPrefixes[kind] ?? idPrefix);
}

/** `prefix` followed by random base32 characters. */
export function randomId(prefix: string, length = 16): string {
  const letters = Array.from(randomBytes(length), (byte) => alphabet.charAt(byte % 32));
  return prefix + letters.join("");
}

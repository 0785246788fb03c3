import { hash, randomBytes } from "node:crypto";
import { idPrefixes } from "../../contract/ids.ts";
import type { Sql } from "./database.ts";

interface IdOwner {
  readonly kind: string;
  /** Prefix of its ids, where the spec shows none. */
  readonly idPrefix?: string;
}

// Without letters that are read as digits.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const idLength = 16;

const prefixes: Readonly<Partial<Record<string, string>>> = idPrefixes;

/**
 * An id for a new object of the kind: it follows from the world's seed and from how many ids were
 * given before it, so the same calls get the same ones. Nothing secret may be made of it.
 */
export function newId(sql: Sql, owner: IdOwner): string {
  const [row] = sql.all`UPDATE state SET ids = ids + 1
    RETURNING ids, (SELECT seed FROM world) AS seed`;
  return idAt(String(row?.["seed"]), Number(row?.["ids"]), owner);
}

/** The id that is given after so many others; none is given after 0 of them. */
export function idAt(seed: string, count: number, { kind, idPrefix = "" }: IdOwner): string {
  const bytes = hash("sha256", `${count} ${seed}`, "buffer").subarray(0, idLength);
  return (prefixes[kind] ?? idPrefix) + lettersOf(bytes);
}

/** `prefix` followed by random base32 characters. */
export function randomId(prefix: string, length = idLength): string {
  return prefix + lettersOf(randomBytes(length));
}

function lettersOf(bytes: Uint8Array): string {
  let letters = "";
  for (const byte of bytes) letters += alphabet.charAt(byte % 32);
  return letters;
}

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
 * An id for a new object of the kind: it follows from the platform's seed and from how many ids were
 * given before it, so the same calls get the same ones. Nothing secret may be made of it.
 */
export function newId(sql: Sql, owner: IdOwner): string {
  // RETURNING would take several times as long as a look at the row.
  sql.run`UPDATE state SET ids = ids + 1`;
  const row = sql.get`SELECT ids, seed FROM state, world`;
  return idAt(String(row?.["seed"]), Number(row?.["ids"]), owner);
}

/** The id that is given after so many others; none is given after 0 of them. */
export function idAt(seed: string, count: number, { kind, idPrefix = "" }: IdOwner): string {
  const bytes = hash("sha256", `${count} ${seed}`, "binary").slice(0, idLength);
  return (prefixes[kind] ?? idPrefix) + lettersOf(bytes);
}

/** `prefix` followed by random base32 characters. */
export function randomId(prefix: string, length = idLength): string {
  return prefix + lettersOf(randomBytes(length).toString("latin1"));
}

/** One letter for each byte, which a character stands for. */
function lettersOf(bytes: string): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at++) letters += alphabet.charAt(bytes.charCodeAt(at) % 32);
  return letters;
}

import { createHash } from "node:crypto";
import type { Balancing } from "./plan.ts";

/** A choice depends on these. */
interface Choosing {
  /** How many were chosen before. */
  readonly turn: number;
  /** The client's IP address. */
  readonly client: string;
  /** How much a backend has under way. */
  readonly openOf: (backend: string) => number;
}

/** The backends in the order in which they are to be tried (spec 2.9). */
export function balance(
  algorithm: Balancing["algorithm"],
  backends: readonly string[],
  { turn, client, openOf }: Choosing,
): readonly string[] {
  const at = turn % Math.max(backends.length, 1);
  const turned = [...backends.slice(at), ...backends.slice(0, at)];
  switch (algorithm) {
    case "least_connections":
      // Of several with as few, the one whose turn it is.
      return turned.toSorted((one, other) => openOf(one) - openOf(other));
    case "ip_hash": {
      // Each backend has a rank for each client, so adding or removing one moves no other.
      const rankOf = (backend: string) =>
        createHash("sha256").update(`${client} ${backend}`).digest("hex");
      return backends.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
    }
    // The default algorithm, also where an edit has left a word that is none.
    default:
      return turned;
  }
}

import { createHash } from "node:crypto";
import type { Balancing } from "./entry.ts";

/** What a choice depends on. */
export interface Choosing {
  /** How many were chosen before. */
  readonly turn: number;
  /** The client's IP address. */
  readonly client: string;
  /** How much a backend has under way. */
  readonly openOf: (backend: string) => number;
}

/** The backends in the order in which they are to be tried (spec 2.9). */
export function inOrder(
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
      // Each backend has a rank of its own for each client, so one that comes or goes moves no other.
      const ranks = new Map(backends.map((backend) => [backend, rankOf(client, backend)]));
      return backends.toSorted((one, other) =>
        (ranks.get(one) ?? "") < (ranks.get(other) ?? "") ? -1 : 1,
      );
    }
    // The default algorithm, also where an edit has left a word that is none.
    default:
      return turned;
  }
}

function rankOf(client: string, backend: string): string {
  return createHash("sha256").update(`${client} ${backend}`).digest("hex");
}

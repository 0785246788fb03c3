import { createHash } from "node:crypto";
import type { Prefix } from "../../contract/endpoints.ts";

/** A limit that programs share. */
export interface Budget {
  /** The host that gets the requests. */
  readonly origin: string;
  readonly prefix: Prefix;
  /** The bearer key; only a hash of it leaves the process. */
  readonly key: string;
}

/** Names a budget; the name shows none of its three parts. */
export function nameOf({ origin, prefix, key }: Budget): string {
  const hash = createHash("sha256").update(JSON.stringify([origin, prefix, key]));
  return hash.digest("hex").slice(0, 16);
}

import { createHash } from "node:crypto";

/** SHA-256 in hex. Of a secret, the file keeps this alone: no way leads back from it. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

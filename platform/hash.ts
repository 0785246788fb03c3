import { createHash } from "node:crypto";

/** What the file keeps of a secret: enough to know it again, and no way back to it. */
export function sha256(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

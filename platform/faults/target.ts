import { createHash } from "node:crypto";
import { z } from "zod";
import { lazySchema, type OutputOf } from "../lazy-schema.ts";
import type { Candidate } from "./candidate.ts";
import type { FaultKind } from "./fault-kind.ts";

/** Which requests, or objects, a fault is about. */
export const Target = lazySchema(() =>
  z.object({
    method: z.string().optional(),
    path: z.string().optional(),
    kind: z.string().optional(),
    id: z.string().optional(),
    key: z.string().optional(),
    share: z.number().min(0).max(1).default(1),
    after: z.int().nonnegative().default(0),
    times: z.int().positive().optional(),
  }),
);
export type Target = OutputOf<typeof Target>;

/** Whether the fault is about the request. */
export function isMeant(target: Target, kind: FaultKind, request: Candidate): boolean {
  const { method, path, key } = target;
  if (!kind.suits(request)) return false;
  if (method !== undefined && method !== request.method) return false;
  if (path !== undefined && !isLike(request.path, path)) return false;
  if (!kind.choosesObjects && !namesObject(target, request)) return false;
  return key === undefined || key === request.keyId();
}

/** From 0 to 1, always the same for the same words. */
export function drawn(...words: readonly (string | number)[]): number {
  return createHash("sha256").update(words.join(" ")).digest().readUInt32BE() / 2 ** 32;
}

function namesObject({ kind, id }: Target, request: Candidate): boolean {
  if (kind !== undefined && kind !== request.kind) return false;
  return id === undefined || request.ids.includes(id);
}

/** `*` stands for any text, slashes included; nothing else is special. */
function isLike(path: string, pattern: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(path);
}

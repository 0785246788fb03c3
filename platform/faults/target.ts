import { createHash } from "node:crypto";
import { z } from "zod";
import { kinds } from "../../contract/kinds/_all.ts";
import { suggestion } from "../../contract/values/nearest.ts";
import { lazySchema, type OutputOf } from "../lazy-schema.ts";
import type { Candidate } from "./candidate.ts";
import type { FaultKind } from "./fault-kind.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Those that have routes: what could not be met is refused when a fault is added. */
const servedKinds = Object.entries(kinds)
  .filter(([, { documented, assumed }]) => Object.keys({ ...documented, ...assumed }).length > 0)
  .map(([name]) => name);

/** Which requests a fault is about. */
export const Target = lazySchema(() =>
  z.object({
    method: oneOf(methods).optional(),
    path: z
      .string()
      .regex(/^[/*][^?]*$/, "a path begins with / or *, and has no query")
      .optional(),
    kind: oneOf(servedKinds).optional(),
    id: z.string().optional(),
    key: z.string().optional(),
    share: z.number().min(0).max(1).default(1),
    after: z.int().nonnegative().default(0),
    times: z.int().positive().optional(),
  }),
);
export type Target = OutputOf<typeof Target>;

/** Which objects a fault is about. */
export const ObjectTarget = lazySchema(() => {
  const none = z
    .never("it chooses requests, and this fault is about objects: choose them by kind, id or share")
    .optional();
  return Target().extend({ method: none, path: none, key: none });
});
export type ObjectTarget = OutputOf<typeof ObjectTarget>;

function oneOf(known: readonly string[]) {
  return z.string().refine((name) => known.includes(name), {
    error: ({ input }) =>
      `there is no ${JSON.stringify(input)}; ${suggestion(String(input), known)}`,
  });
}

/** Whether the fault is about the request. */
export function isMeant(target: Target, kind: FaultKind, request: Candidate): boolean {
  const { method, path, key } = target;
  if (!kind.suits(request)) return false;
  if (method !== undefined && method !== request.method) return false;
  if (path !== undefined && !isLike(request.path, path)) return false;
  if (!namesObject(target, request)) return false;
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

/**
 * `*` stands for any text, slashes included; nothing else is special. No regular expression: with
 * several `*` one takes seconds for a long path.
 */
function isLike(path: string, pattern: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  // The first place of each part leaves the most to those after it.
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

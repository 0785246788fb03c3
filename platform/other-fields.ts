import { z } from "zod";
import type { JsonObject } from "./http/answer.ts";
import type { Call } from "./http/route.ts";

const Fields = z.record(z.string(), z.json());

/**
 * What a body holds besides the fields we know: where the spec does not show a payload, it may hold
 * anything (spec 4 notes 2 and 3).
 */
export function otherFields(
  { body }: Pick<Call, "body">,
  refused: string,
  known: readonly string[],
): JsonObject {
  const fields = Object.entries(body(Fields, refused));
  return Object.fromEntries(fields.filter(([name]) => !known.includes(name)));
}

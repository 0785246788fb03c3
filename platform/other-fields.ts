import { z } from "zod";
import type { JsonObject } from "./http/answer.ts";
import type { Call } from "./http/route.ts";
import { lazySchema } from "./lazy-schema.ts";

const Fields = lazySchema(() => z.record(z.string(), z.json()));

/**
 * What a body holds besides the fields we know: where the spec does not show a payload, it may hold
 * anything (spec 4 notes 2 and 3).
 *
 * @throws Refusal naming the first one where they are not taken.
 */
export function otherFields(
  { body, world }: Pick<Call, "body" | "world">,
  refused: string,
  known: readonly string[],
): JsonObject {
  const fields = Object.entries(body(Fields, refused));
  const others = fields.filter(([name]) => !known.includes(name));
  const by = "bodies.openPayloads";
  const choice = world.choice(by);
  const [first] = others;
  if (choice === "refuse" && first !== undefined) {
    throw world.refusal("invalid", by, `${refused}: "${first[0]}" is not a known field`);
  }
  return choice === "keep" ? Object.fromEntries(others) : {};
}

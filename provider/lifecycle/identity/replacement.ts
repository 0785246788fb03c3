import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { hidden, isNamed } from "../record/state.ts";
import { hasMadeId } from "./ids.ts";

/**
 * A replacement that keeps the name or the id needs the old object deleted first; with a new one it
 * is created before.
 */
export function deletesFirst(
  definition: Definition,
  { state, inputs }: { state: Props; inputs: Props },
): boolean {
  const { replacement } = definition;
  if (replacement !== undefined && replacement.when?.(state, inputs) !== false) {
    return replacement.order === "deleteFirst";
  }
  if (!isNamed(definition)) return hasMadeId(definition);
  return keepsName(definition, { state, inputs });
}

/** True where the new one has the name of the old one: a name that we made becomes another one. */
function keepsName(
  definition: Definition,
  { state, inputs }: { state: Props; inputs: Props },
): boolean {
  const isOwn = isNamed(definition) && inputs[hidden.generatedName] !== true;
  return isOwn && inputs["name"] === state["name"];
}

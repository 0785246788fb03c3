import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { hasMadeId } from "./ids.ts";
import { hidden, isNamed } from "./state.ts";

/** What keeps its name or its id needs the room of the old one; what gets another one comes before it goes. */
export function deletesFirst(
  definition: Definition,
  { state, inputs }: { state: Props; inputs: Props },
): boolean {
  const { replacement } = definition;
  if (replacement !== undefined && replacement.when?.(state, inputs) !== false) {
    return replacement.order === "deleteFirst";
  }
  if (!isNamed(definition)) return hasMadeId(definition);
  return inputs[hidden.generatedName] !== true && inputs["name"] === state["name"];
}

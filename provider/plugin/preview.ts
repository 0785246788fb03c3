import { UNKNOWN } from "../../contract/values/unknown.ts";
import type { Definition } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { isNamed, pick } from "../lifecycle/record/state.ts";

/** The properties that an object will have, as far as its inputs tell. */
export function createPreview(definition: Definition, inputs: Props): Props {
  const outputs = Object.keys(definition.outputs.shape);
  return {
    ...unknownOf(outputs),
    // One that is adopted keeps its name.
    ...(isNamed(definition) ? { name: UNKNOWN } : {}),
    ...inputs,
    ...derived(definition, inputs),
  };
}

/** The properties that an object will have after an update: a property that may change is not known. */
export function updatePreview(
  definition: Definition,
  { state, inputs }: { state: Props; inputs: Props },
): Props {
  const outputs = Object.keys(definition.outputs.shape);
  return {
    ...unknownOf(outputs.filter((name) => !definition.stable.includes(name))),
    ...pick(state, [...definition.stable, "name"]),
    ...inputs,
    ...derived(definition, inputs),
  };
}

/** Outputs that follow from the inputs alone. */
function derived(definition: Definition, inputs: Props): Props {
  const entries = Object.entries(definition.derive?.(inputs) ?? {});
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function unknownOf(names: readonly string[]): Props {
  return Object.fromEntries(names.map((name) => [name, UNKNOWN]));
}

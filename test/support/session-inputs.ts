import type { Definition } from "../../provider/definition/definition.ts";
import type { Props } from "../../provider/definition/session.ts";
import { definitions } from "../../resources/_registry.ts";
import { examples } from "../kinds/_all.ts";

/** Inputs of every class that are in order. */
export const samples: Readonly<Record<string, Props>> = Object.fromEntries(
  examples.map(({ type, sample }) => [type, sample]),
);

/** Another value of every input that can change; what updates in place is in order with the sample. */
export const otherValues: Readonly<Record<string, Props>> = Object.fromEntries(
  examples.map(({ type, other }) => [type, other]),
);

/** A class by its type, which has to be one of ours. */
export function definitionOf(type: string): Definition {
  const definition = definitions.get(type);
  if (definition === undefined) throw new Error(`there is no class ${type}`);
  return definition;
}

/** Every class with inputs that are in order. */
export const classes: readonly (readonly [type: string, definition: Definition, inputs: Props])[] =
  Object.entries(samples).map(([type, inputs]) => [type, definitionOf(type), inputs]);

import { type Declaration, declared } from "../../contract/costs/index.ts";
import { notKnown, type Stack } from "../view.ts";

/** The resources of a stack as estimates take them. */
export function declarationsOf({ resources }: Stack): readonly Declaration[] {
  return resources.map(({ type, name, urn, properties, sourcesOf }) => {
    const inputs = Object.entries(properties).map(([key, value]) => {
      return [key, value === notKnown ? undefined : value];
    });
    return declared({ type, name, urn, inputs: Object.fromEntries(inputs), sourcesOf });
  });
}

import type { Declaration } from "../../costs/index.ts";
import { notKnown, type Resource, type Stack } from "../view.ts";

/** The resources of a stack as estimates take them: URNs stand for ids, which may not be known yet. */
export function declarationsOf({ resources }: Stack): readonly Declaration[] {
  return resources.map((resource) => {
    const { type, name, urn, properties } = resource;
    const inputs = Object.keys(properties)
      .map((key) => [key, inputOf(resource, key)] as const)
      .filter(([, value]) => value !== notKnown);
    return { type, name, id: urn, inputs: Object.fromEntries(inputs) };
  });
}

function inputOf({ properties, sourcesOf }: Resource, key: string): unknown {
  const source = key.endsWith("Id") ? sourcesOf(key)[0] : undefined;
  return source ?? properties[key];
}

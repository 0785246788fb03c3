import { classType, type Declaration } from "./price-table.ts";

/** A resource of a stack, as a preview, a state or a policy shows it. */
export interface StackResource {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  /** Inputs; values not known yet are undefined. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** URNs of the resources that the value of an input comes from. */
  sourcesOf(input: string): readonly string[];
}

/**
 * A resource as estimates take it: URNs stand for ids, which may not be known yet, so that whoever
 * looks at a stack gets the same figures before and after a run.
 */
export function declared({ type, name, urn, inputs, sourcesOf }: StackResource): Declaration {
  const linked = Object.entries(inputs).map(([key, value]) => {
    const source = key.endsWith("Id") ? sourcesOf(key)[0] : undefined;
    return [key, source ?? value];
  });
  return { type: classType(type), name, id: urn, inputs: Object.fromEntries(linked) };
}

import {
  type CostChange,
  compareCosts,
  type Declaration,
  declared,
  type OwnPrices,
} from "../../contract/costs/index.ts";
import { isUnknown } from "../../contract/values/unknown.ts";
import type { Ours } from "../preview/ours.ts";
import { nameIn, type ResourceState } from "../preview/preview.ts";

/** The monthly cost of a stack before and after a change, as far as prices are known. */
export interface Cost extends CostChange {
  /** How many resources the preview leaves out: above none, the sums are of the others alone. */
  readonly leftOut: number;
}

/** The cost of resources before and after, as the policies of the pack count it. */
export function costOf(ours: readonly Ours[], leftOut: number, prices: OwnPrices): Cost {
  // Adopted objects are there and paid for already.
  const before = ours.map(({ resource: { action, before: was, after: is } }) => {
    return declarationOf(action === "adopt" ? is : was);
  });
  const after = ours
    .filter(({ resource }) => resource.action !== "delete")
    .map(({ resource }) => declarationOf(resource.after));
  return { ...compareCosts(before, after, prices), leftOut };
}

function declarationOf(state: ResourceState | undefined): Declaration | undefined {
  if (state === undefined) return undefined;
  const { type, urn, inputs, sources } = state;
  const known = Object.entries(inputs).map(([name, value]) => {
    return [name, isUnknown(value) ? undefined : value];
  });
  return declared({
    ...{ type, urn, name: nameIn(urn) },
    inputs: Object.fromEntries(known),
    sourcesOf: (input) => sources[input] ?? [],
  });
}

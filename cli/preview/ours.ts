import { classType } from "../../contract/price.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import { definitions } from "../../resources/_registry.ts";
import type { PlannedResource, Preview } from "./preview.ts";

/** A resource of this package, and its class. */
export interface Ours {
  readonly resource: PlannedResource;
  readonly definition: Definition;
}

/** The resources of this package, in the engine's order, which changes from run to run. */
export function oursIn({ resources }: Preview): readonly Ours[] {
  return resources.flatMap((resource): Ours[] => {
    const definition = definitions.get(classType(resource.type));
    return definition === undefined ? [] : [{ resource, definition }];
  });
}

/** Resources sorted by class and name. */
export function inOrder(ours: readonly Ours[]): readonly Ours[] {
  return ours.toSorted((one, other) => collator.compare(placeIn(one), placeIn(other)));
}

/** Whether it is an object of another package. */
export function isForeign({ type, after, before }: PlannedResource): boolean {
  const isBackground = type.startsWith("pulumi:") || (after ?? before)?.isCustom === false;
  return !isBackground && !definitions.has(classType(type));
}

const collator = new Intl.Collator("en", { numeric: true });

function placeIn({ resource: { name, urn }, definition: { type } }: Ours): string {
  return `${type} ${name} ${urn}`;
}

import { classType } from "../../contract/price.ts";
import { plainText } from "../../provider/display.ts";
import type { Inventory } from "../../provider/inventory/inventory.ts";
import type { Resource } from "../doctor/stack-state.ts";
import { machines } from "../operate/classes.ts";
import { classOf } from "../operate/find.ts";
import { nameIn } from "../preview/preview.ts";
import { type Login, loginOf } from "./login.ts";

/** A machine of a stack or an account. */
export interface Machine {
  /** Its name in the program; for one of an account, its name on the platform. */
  readonly name: string;
  readonly class: string;
  readonly id: string;
  /** The components that it is part of, the innermost first. */
  readonly components: readonly string[];
  readonly login: Login | undefined;
}

/** A machine that tools can log in to. */
export interface Host extends Machine {
  readonly alias: string;
  readonly login: Login;
}

/** The machines in a state, without what an `up` is still to delete. */
export function machinesOfState(resources: readonly Resource[]): readonly Machine[] {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  return resources.flatMap((resource) => {
    const { urn, type, id, outputs, pendingReplacement } = resource;
    const definition = machines.find((known) => known.type === classType(type));
    if (definition === undefined || id == null || resource.delete || pendingReplacement) return [];
    return {
      ...{ name: nameIn(urn), class: classOf(definition), id },
      components: [...new Set(componentsOf(resource, byUrn))],
      login: loginOf(outputs ?? {}),
    };
  });
}

/** The machines that the lists of an account show. */
export function machinesOfAccount({ found }: Inventory): readonly Machine[] {
  return found.flatMap(({ definition, id, observed }) => {
    if (id === undefined) return [];
    const { name } = observed;
    return {
      name: typeof name === "string" ? plainText(name) : id,
      ...{ class: classOf(definition), id, components: [], login: loginOf(observed) },
    };
  });
}

function componentsOf(
  { parent }: Resource,
  byUrn: ReadonlyMap<string, Resource>,
): readonly string[] {
  const holder = byUrn.get(parent ?? "");
  if (holder === undefined || holder.type === "pulumi:pulumi:Stack") return [];
  return [...(holder.custom ? [] : [nameIn(holder.urn)]), ...componentsOf(holder, byUrn)];
}

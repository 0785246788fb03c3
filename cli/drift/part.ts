import type { Ours } from "../preview/ours.ts";
import { nameIn, type Preview } from "../preview/preview.ts";

const prefix = "hosting:components:";

/** The outermost component of this package that makes the resource: `LoadBalancedApp "shop"`. */
export function partOf({ resource }: Ours, { resources }: Preview): string | undefined {
  const byUrn = new Map(resources.map((one) => [one.urn, one]));
  const parentOf = (one: typeof resource | undefined) => (one?.before ?? one?.after)?.parent;
  let component: string | undefined;
  for (let urn = parentOf(resource); urn !== undefined; urn = parentOf(byUrn.get(urn))) {
    const type = urn.split("::")[2]?.split("$").at(-1);
    if (!type?.startsWith(prefix)) break;
    component = `${type.slice(prefix.length)} "${nameIn(urn)}"`;
  }
  return component;
}

import type { Finding } from "../rule.ts";
import type { Resource, Stack } from "../view.ts";

/** A finding for every known region that differs from that of the resource. */
export function regionsApart(
  resource: Resource,
  others: readonly Resource[],
  joint: string,
): readonly Finding[] {
  const { region } = resource.properties;
  if (typeof region !== "string") return [];
  return others.flatMap((other) => {
    const elsewhere = other.properties["region"];
    if (typeof elsewhere !== "string" || elsewhere === region) return [];
    return [
      {
        resource,
        problem: `region is "${region}", but ${joint} "${other.name}" is in "${elsewhere}"`,
      },
    ];
  });
}

/** The resources that the value of a property comes from. */
export function sources(stack: Stack, resource: Resource, property: string): readonly Resource[] {
  const urns = resource.sourcesOf(property);
  return stack.resources.filter(({ urn }) => urns.includes(urn));
}

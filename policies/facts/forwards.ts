import { PortForward } from "../../resources/index.ts";
import type { PropertiesOf, Resource, Stack } from "../view.ts";

/** A port forward as far as it is known to which public port of which container it belongs. */
export interface Forward {
  readonly resource: Resource<PropertiesOf<typeof PortForward>>;
  /** URN or name of the container. */
  readonly container: string;
  readonly publicPort: number;
}

/** Forwards of a stack by container; those whose container or port is not known yet are left out. */
export function forwardsByContainer(stack: Stack): ReadonlyMap<string, readonly Forward[]> {
  const forwards = stack.all(PortForward).flatMap((resource): Forward[] => {
    const { instanceName, publicPort } = resource.properties;
    const container = resource.sourcesOf("instanceName")[0] ?? instanceName;
    if (typeof container !== "string" || typeof publicPort !== "number") return [];
    return [{ resource, container, publicPort }];
  });
  return Map.groupBy(forwards, ({ container }) => container);
}

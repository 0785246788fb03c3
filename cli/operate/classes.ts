import type { Definition } from "../../provider/definition/definition.ts";
import { definitions } from "../../resources/_registry.ts";

/** Classes of which something may be done by hand. */
export const machines = [...definitions.values()].filter(({ actions }) => actions !== undefined);
export const instance = classOf("compute:Instance");
export const volume = classOf("storage:Volume");
export const volumeAttachment = classOf("storage:VolumeAttachment");
export const floatingIp = classOf("network:FloatingIp");
export const floatingIpAssignment = classOf("network:FloatingIpAssignment");
export const loadBalancer = classOf("network:LoadBalancer");

function classOf(type: string): Definition {
  const definition = definitions.get(type);
  if (definition === undefined) throw new Error(`There is no class ${type}.`);
  return definition;
}

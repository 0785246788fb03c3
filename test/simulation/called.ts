import type { Props } from "../../provider/definition/session.ts";

/** The name or place that identifies an object with these inputs. */
export function calledIn(type: string, inputs: Props): unknown {
  const { name, email, region, floatingIpId, volumeId, instanceId } = inputs;
  const { instanceName, protocol, publicPort } = inputs;
  switch (type) {
    case "compute:PortForward":
      return `${instanceName}/${protocol}/${publicPort}`;
    case "storage:VolumeAttachment":
      return `${volumeId}/${instanceId}`;
    case "network:FloatingIpAssignment":
      return floatingIpId;
    default:
      return name ?? email ?? region;
  }
}

/** Addresses are the same in any case, and nobody gives two things names that differ in it alone. */
export function isCalled(called: string, wanted: unknown): boolean {
  return called.toLowerCase() === String(wanted).toLowerCase();
}

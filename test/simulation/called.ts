import type { Props } from "../../provider/definition/session.ts";

/** What an object with these inputs is known by. */
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

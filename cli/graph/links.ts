import { containsUnknown } from "../../contract/values/unknown.ts";
import { valuesAt } from "../../contract/values/values-at.ts";
import type { LinkWord } from "../../platform/picture/index.ts";
import type { ResourceState } from "../preview/preview.ts";

/** An input that names another object. */
export interface Link {
  /** The input: `volumeId`, or `forwardingRules.certificateId` inside of a list. */
  readonly input: string;
  readonly label: LinkWord;
  /** The classes of what it can name. */
  readonly to: readonly string[];
}

/** It is no object of the platform: others wait for it. */
export const healthGate = "monitoring:HealthGate";

const machines = ["compute:Instance", "compute:Container", "compute:Server"];
const images = ["compute:Image", "compute:ImportedImage"];

/** What leads from an object of a class to others. */
export const links: Readonly<Record<string, readonly Link[]>> = {
  "network:LoadBalancer": [
    { input: "backendInstances", label: "backend", to: machines },
    { input: "forwardingRules.certificateId", label: "certificate", to: ["network:Certificate"] },
  ],
  "compute:PortForward": [{ input: "instanceName", label: "forward", to: machines }],
  "compute:Instance": [{ input: "source.imageId", label: "image", to: images }],
  "compute:Image": [{ input: "source.instanceId", label: "snapshot", to: machines }],
  "compute:ImageShare": [{ input: "imageId", label: "shares", to: images }],
  [healthGate]: [
    { input: "instanceId", label: "probes", to: [...machines, "network:LoadBalancer"] },
  ],
  "access:ProjectMember": [{ input: "projectId", label: "member", to: [] }],
};

/** Classes that are nothing but a link between two others: they are drawn as one. */
export const joints: Readonly<Record<string, Link & { readonly from: Omit<Link, "label"> }>> = {
  "storage:VolumeAttachment": {
    from: { input: "instanceId", to: machines },
    ...{ input: "volumeId", label: "attach", to: ["storage:Volume"] },
  },
  "network:FloatingIpAssignment": {
    from: { input: "floatingIpId", to: ["network:FloatingIp"] },
    ...{ input: "instanceId", label: "assigned", to: machines },
  },
};

/** What an input names: ids, and where one is not known yet, the URNs of what it comes from. */
export function namedBy({ inputs, sources }: ResourceState, path: string): readonly string[] {
  const [root = ""] = path.split(".");
  const values = valuesAt(inputs, path.split("."));
  const ids = values.filter((value) => typeof value === "string" && !containsUnknown(value));
  const isOpen = values.length === 0 || containsUnknown(values);
  return [...ids.map(String), ...(isOpen ? (sources[root] ?? []) : [])];
}

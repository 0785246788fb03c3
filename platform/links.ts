import type { LinkWord } from "../graph/index.ts";
import type { Snapshot } from "./store/snapshot.ts";

/** Every field by which an object names others. */
export const links: readonly Link[] = [
  { kind: "floatingIp", field: "instanceId", to: ["instance"], label: "assigned" },
  { kind: "portForward", field: "instance", to: ["container"], label: "forward" },
  { kind: "loadBalancer", field: "backendInstances", to: ["instance"], label: "backend" },
  {
    ...{ kind: "loadBalancer", field: "forwardingRules.certificateId" },
    ...{ to: ["certificate"], label: "certificate" },
  },
  { kind: "instance", field: "source.imageId", to: ["image"], label: "image" },
  { kind: "volume", field: "instanceId", to: ["instance"], label: "attach", isTurned: true },
  {
    ...{ kind: "image", field: "source.instanceId", label: "snapshot" },
    to: ["instance", "container", "server"],
  },
  { kind: "image", field: "sharedWith", to: ["project"], label: "shares", isTurned: true },
  { kind: "projectMember", field: "projectId", to: ["project"], label: "member" },
];

export type LinkedKind = keyof Snapshot | "project";

/** A field that names other objects. */
export interface Link {
  readonly kind: LinkedKind;
  /** The field that names the other object; through lists and objects with dots. */
  readonly field: string;
  readonly to: readonly LinkedKind[];
  readonly label: LinkWord;
  /** True where the other object stands above. */
  readonly isTurned?: true;
}

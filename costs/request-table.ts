import type { Prefix } from "../contract/endpoints.ts";

/** What one class asks of the platform, at least, with nothing going wrong and settings as they are by default. */
export interface ClassRequests {
  readonly prefix: Prefix;
  /** Requests for one object by itself. */
  readonly create: number;
  readonly update: number;
  readonly delete: number;
  /** Operations after which all objects of the class that wait share one look at their list. */
  readonly shared: readonly ("create" | "update" | "delete")[];
}

function requests(
  prefix: Prefix,
  [create, update, remove]: readonly [create: number, update: number, remove: number],
  shared: ClassRequests["shared"] = [],
): ClassRequests {
  return { prefix, create, update, delete: remove, shared };
}

/** Requests of every class; a running instance is stopped before it is deleted (spec 7.5). */
export const requestTable: Readonly<Record<string, ClassRequests>> = {
  "access:ApiKey": requests("/v1", [1, 0, 1]),
  "access:ProjectMember": requests("/v1", [2, 1, 1]),
  "compute:Container": requests("/api/v1", [1, 1, 2], ["create", "update", "delete"]),
  "compute:Image": requests("/v1", [1, 0, 1]),
  // Nothing takes a share back: it goes with its image (spec 4.2).
  "compute:ImageShare": requests("/v1", [1, 1, 0]),
  "compute:ImportedImage": requests("/v1", [1, 0, 1]),
  "compute:Instance": requests("/v1", [1, 0, 2], ["create", "delete"]),
  "compute:PortForward": requests("/api/v1", [1, 0, 1]),
  "compute:Server": requests("/api/v2", [2, 0, 4]),
  "monitoring:AlertRule": requests("/api/v1", [1, 0, 1]),
  "network:Certificate": requests("/v1", [2, 0, 1]),
  "network:Firewall": requests("/api/v1", [1, 1, 1]),
  "network:FloatingIp": requests("/v1", [2, 0, 2]),
  "network:FloatingIpAssignment": requests("/v1", [2, 1, 2]),
  "network:LoadBalancer": requests("/v1", [2, 1, 1]),
  "network:Network": requests("/api/v1", [1, 0, 1]),
  "storage:Bucket": requests("/api/v1", [1, 0, 1]),
  "storage:PoolVolume": requests("/api/v1", [2, 1, 1]),
  "storage:Volume": requests("/v1", [2, 1, 2]),
  "storage:VolumeAttachment": requests("/v1", [2, 0, 2]),
};

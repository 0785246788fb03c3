import type { Resource } from "../simulation/engine-state.ts";
import type { Stranger, StrangerObject } from "./platform/index.ts";

/** True while the platform has what a resource stands for. */
export function has(stranger: Stranger, type: string, id: string): boolean {
  const object = objectOf(stranger, type, id);
  const field = links[type];
  return object !== undefined && (field === undefined || object.fields[field] != null);
}

/** The platform's object that a resource of a type is, or is a part of. */
export function objectOf(stranger: Stranger, type: string, id: string): StrangerObject | undefined {
  const kind = kinds[type];
  const [own = "", ...rest] = id.split("/");
  const objects = stranger.objects().filter((object) => object.kind === kind);
  if (type === "compute:PortForward")
    return objects.find((object) => isForward(stranger, object, [own, ...rest]));
  const wanted = (type === "storage:VolumeAttachment" ? own : (rest.at(-1) ?? own)).toLowerCase();
  const isIt = (value: unknown) => typeof value === "string" && value.toLowerCase() === wanted;
  return objects.find((object) => [object.id, object.name, object.fields["email"]].some(isIt));
}

/** What the platform has and no resource stands for: lost, or made twice. */
export function strays(stranger: Stranger, resources: readonly Resource[]): readonly string[] {
  const known = new Set(resources.map(({ type, id }) => objectOf(stranger, type, id)?.id));
  return stranger
    .objects()
    .filter(({ kind, id }) => counted.has(kind) && !known.has(id))
    .map(({ kind, id, name }) => `${kind} ${name ?? id}`);
}

/** The platform's own words for its kinds. */
const kinds: Readonly<Record<string, string>> = {
  "compute:Container": "instance",
  "compute:Instance": "instance",
  "compute:Server": "instance",
  "compute:PortForward": "port_forward",
  "compute:Image": "image",
  "compute:ImportedImage": "image",
  "storage:Volume": "volume",
  "storage:VolumeAttachment": "volume",
  "storage:PoolVolume": "storage_volume",
  "storage:Bucket": "bucket",
  "network:Network": "network",
  "network:Firewall": "firewall",
  "network:FloatingIp": "floating_ip",
  "network:FloatingIpAssignment": "floating_ip",
  "network:Certificate": "certificate",
  "network:LoadBalancer": "load_balancer",
  "monitoring:AlertRule": "alert",
  "access:ProjectMember": "member",
  "access:ApiKey": "api_key",
};

/** The field that is set while the link that a resource stands for is there. */
const links: Readonly<Record<string, string>> = {
  "storage:VolumeAttachment": "instance_id",
  "network:FloatingIpAssignment": "instance_id",
};

/** What a program makes; an SSH forward comes with its machine (spec 8). */
const counted: ReadonlySet<string> = new Set(
  Object.values(kinds).filter((kind) => kind !== "port_forward" && kind !== "api_key"),
);

function isForward(
  stranger: Stranger,
  { fields }: StrangerObject,
  [name, protocol, port]: readonly string[],
): boolean {
  const machine = stranger
    .objects()
    .find((object) => object.kind === "instance" && object.name === name);
  return (
    fields["instance_id"] === machine?.id &&
    fields["protocol"] === protocol &&
    fields["public_port"] === Number(port)
  );
}

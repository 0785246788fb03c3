import type { Resource } from "../simulation/engine-state.ts";
import type { ThirdParty, ThirdPartyObject } from "./platform/index.ts";

/** True while the platform has the object of a resource. */
export function has(thirdParty: ThirdParty, type: string, id: string): boolean {
  const object = objectOf(thirdParty, type, id);
  const field = links[type];
  return object !== undefined && (field === undefined || object.fields[field] != null);
}

/** The platform's object that a resource of a type is, or is a part of. */
export function objectOf(
  thirdParty: ThirdParty,
  type: string,
  id: string,
): ThirdPartyObject | undefined {
  return among(thirdParty.objects(), type, id);
}

/** The same among objects that were looked at before. */
export function among(
  all: readonly ThirdPartyObject[],
  type: string,
  id: string,
): ThirdPartyObject | undefined {
  const kind = kinds[type];
  const [own = "", ...rest] = id.split("/");
  const objects = all.filter((object) => object.kind === kind);
  if (type === "compute:PortForward")
    return objects.find((object) => isForward(all, object, [own, ...rest]));
  const wanted = (type === "storage:VolumeAttachment" ? own : (rest.at(-1) ?? own)).toLowerCase();
  const isIt = (value: unknown) => typeof value === "string" && value.toLowerCase() === wanted;
  return objects.find((object) => [object.id, object.name, object.fields["email"]].some(isIt));
}

/** The type of the resource that an object is. */
export function typeOf({ kind, fields }: ThirdPartyObject): string {
  if (kind === "instance") return machines[String(fields["via"])] ?? "";
  if (kind === "image") return fields["source"] == null ? "compute:ImportedImage" : "compute:Image";
  return Object.keys(kinds).find((type) => kinds[type] === kind) ?? "";
}

/** Objects of the platform that are no resource's: lost, or made twice. */
export function strays(thirdParty: ThirdParty, resources: readonly Resource[]): readonly string[] {
  const objects = thirdParty.objects();
  const known = new Set(resources.map(({ type, id }) => among(objects, type, id)?.id));
  return objects
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

/** Where machines of each class are made. */
const machines: Readonly<Record<string, string>> = {
  "/api/v1": "compute:Container",
  "/v1": "compute:Instance",
  "/api/v2": "compute:Server",
};

/** The field that is set while a resource's link is there. */
export const links: Readonly<Record<string, string>> = {
  "storage:VolumeAttachment": "instance_id",
  "network:FloatingIpAssignment": "instance_id",
};

/** The objects that a program makes; an SSH forward comes with its machine (spec 8). */
const counted: ReadonlySet<string> = new Set(
  Object.values(kinds).filter((kind) => kind !== "port_forward" && kind !== "api_key"),
);

function isForward(
  all: readonly ThirdPartyObject[],
  { fields }: ThirdPartyObject,
  [name, protocol, port]: readonly string[],
): boolean {
  const machine = all.find((object) => object.kind === "instance" && object.name === name);
  return (
    fields["instance_id"] === machine?.id &&
    fields["protocol"] === protocol &&
    fields["public_port"] === Number(port)
  );
}

/** The word for a link. */
export type LinkWord =
  | ("attach" | "assigned" | "backend" | "certificate" | "forward" | "image")
  | ("member" | "probes" | "shares" | "snapshot");

export type Shape = "box" | "pill" | "cylinder";

/** The outline of an object, by its noun. */
export function shapeOf(noun: string): Shape {
  return kinds.get(noun) ?? "box";
}

/** The place of an object among others, from those that clients see to those that nobody does. */
export function placeOf(noun: string): number {
  const place = [...kinds.keys()].indexOf(noun);
  return place === -1 ? kinds.size : place;
}

const kinds: ReadonlyMap<string, Shape> = new Map([
  ["floating IP", "pill"],
  ["port forward", "pill"],
  ["load balancer", "box"],
  ["instance", "box"],
  ["container", "box"],
  ["server", "box"],
  ["volume", "cylinder"],
  ["pool volume", "cylinder"],
  ["bucket", "cylinder"],
  ["image", "cylinder"],
  ["imported image", "cylinder"],
]);

/** Between the parts of a detail. */
export const separator = " · ";

/** An object in a few words, `20 GB · eu-1`; `field` gives its fields by name. */
export function detailOf(field: (name: string) => unknown): string {
  return Object.entries(details)
    .flatMap(([name, words]) => {
      const [value] = [field(name)].flat();
      return ["string", "number"].includes(typeof value) ? [words(String(value))] : [];
    })
    .join(separator);
}

/** Fields that distinguish one object from another, in the order in which they are shown. */
const details: Readonly<Record<string, (value: string) => string>> = {
  ip: String,
  ipAddresses: String,
  ipv4Address: String,
  protocol: String,
  publicPort: (port) => `port ${port}`,
  targetPort: (port) => `to ${port}`,
  sizeGb: (size) => `${size} GB`,
  size: String,
  plan: String,
  image: String,
  role: String,
  metric: String,
  ipRange: String,
  region: String,
};

import type { Layer, Node, Shape } from "./graph.ts";

/** The outline of an object, by the word for one of its sort. */
export function shapeOf(noun: string): Shape {
  return Object.hasOwn(shapes, noun) ? (shapes[noun] ?? "note") : "note";
}

/** Objects of the hosting platform in layers, from what clients see to what nobody does. */
export function layersOf(nodes: readonly Node[]): readonly Layer[] {
  return layers.map(({ title }) => ({
    title,
    nodes: nodes.filter(({ noun }) => titleFor(noun) === title),
  }));
}

/** The word for what something names and the picture does not have. */
export const elsewhereNoun = "elsewhere";

/** What leads from one object to another, in words. */
export type LinkWord =
  | ("attach" | "assigned" | "backend" | "certificate" | "forward" | "image")
  | ("member" | "probes" | "shares" | "snapshot");

const shapes: Readonly<Record<string, Shape>> = {
  "floating IP": "pill",
  "port forward": "pill",
  "load balancer": "hexagon",
  instance: "box",
  container: "box",
  server: "box",
  volume: "cylinder",
  "pool volume": "cylinder",
  bucket: "cylinder",
  image: "cylinder",
  "imported image": "cylinder",
};

const rest = "Networks and the rest";

const layers: readonly { readonly title: string; readonly has: readonly string[] }[] = [
  { title: "Addresses", has: ["floating IP", "port forward"] },
  { title: "Load balancers", has: ["load balancer"] },
  { title: "Machines", has: ["instance", "container", "server"] },
  { title: "Storage", has: ["volume", "pool volume", "bucket", "image", "imported image"] },
  { title: rest, has: [] },
  { title: "Not in this stack", has: [elsewhereNoun] },
];

function titleFor(noun: string): string {
  return layers.find(({ has }) => has.includes(noun))?.title ?? rest;
}

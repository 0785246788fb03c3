import type { Assumptions } from "../../contract/assumptions.ts";
import { statusHealth } from "../../contract/status-health.ts";
import { detailOf, type Graph, layersOf, type Node, shapeOf } from "../../graph/index.ts";
import type { World } from "../world.ts";
import { edgesOf } from "./edges.ts";
import { keyOf, type Shown, shownIn } from "./shown.ts";

/** The picture of a world: the objects of all projects and what links them. */
export function pictureOf(world: World): Graph {
  const objects = shownIn(world);
  const edges = edgesOf(objects);
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const nodes = objects
    // Every account has a project; it says something where others name it.
    .filter((object) => object.kind !== "project" || linked.has(keyOf(object)))
    .map((object) => nodeOf(object, world.assumptions));
  return { title: "The embedded platform", layers: layersOf(nodes), edges };
}

function nodeOf(object: Shown, assumptions: Assumptions): Node {
  const { kind, id, fields } = object;
  const { status, name, email } = fields;
  const noun = nouns[kind];
  return {
    id: keyOf(object),
    shape: shapeOf(noun),
    noun,
    name: [name, email].find((word) => typeof word === "string") ?? id,
    detail: detailOf((field) => fields[field]),
    ...(typeof status === "string" && { status }),
    health: statusHealth(status, assumptions),
  };
}

/** The words that `hosting graph` has for the same things. */
const nouns: Readonly<Record<Shown["kind"], string>> = {
  alertRule: "alert rule",
  apiKey: "API key",
  bucket: "bucket",
  certificate: "certificate",
  container: "container",
  firewall: "firewall policy",
  floatingIp: "floating IP",
  image: "image",
  instance: "instance",
  loadBalancer: "load balancer",
  network: "network",
  poolVolume: "pool volume",
  portForward: "port forward",
  project: "project",
  projectMember: "project member",
  server: "server",
  volume: "volume",
};

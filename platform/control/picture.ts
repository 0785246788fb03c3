import type { Assumptions } from "../../contract/assumptions.ts";
import { statusHealth } from "../../contract/status-health.ts";
import { type Context, keyOf, shownKind } from "../kinds/index.ts";
import { detailOf, type Graph, type Node } from "../picture/index.ts";
import { edgesOf } from "./edges.ts";
import { type Shown, shownIn } from "./shown.ts";

/** The picture of a platform: the objects of all projects and what links them. */
export function pictureOf(context: Context): Graph {
  const objects = shownIn(context);
  const edges = edgesOf(objects);
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const nodes = objects
    // Every account has a project; it says something where others name it.
    .filter((object) => object.kind !== "project" || linked.has(keyOf(object)))
    .map((object) => nodeOf(object, context.assumptions));
  return { title: "The embedded platform", nodes, edges };
}

function nodeOf(object: Shown, assumptions: Assumptions): Node {
  const { kind, id, fields } = object;
  const { status, name, email } = fields;
  return {
    id: keyOf(object),
    noun: nounOf(kind),
    name: [name, email].find((word) => typeof word === "string") ?? id,
    detail: detailOf((field) => fields[field]),
    ...(typeof status === "string" && { status }),
    health: statusHealth(status, assumptions),
  };
}

function nounOf(kind: Shown["kind"]): string {
  return nouns[kind] ?? shownKind(kind)?.noun ?? kind;
}

/** The words of `pulumi-hosting graph` for what messages of the platform call otherwise. */
const nouns: Readonly<Partial<Record<Shown["kind"], string>>> = {
  container: "container",
  poolVolume: "pool volume",
};

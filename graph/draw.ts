import { dotOf } from "./dot.ts";
import { type Graph, ordered } from "./graph.ts";
import { mermaidOf } from "./mermaid.ts";
import { svgOf } from "./svg.ts";

/** The forms in which a picture can be had. */
export const pictureFormats = ["svg", "mermaid", "dot", "json"] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The picture as text of a form. */
export function draw(graph: Graph, format: PictureFormat): string {
  return renderers[format](graph);
}

const renderers: Readonly<Record<PictureFormat, (graph: Graph) => string>> = {
  svg: svgOf,
  mermaid: mermaidOf,
  dot: dotOf,
  json: (graph) => `${JSON.stringify(ordered(graph), undefined, 2)}\n`,
};

import { type Graph, ordered } from "./graph.ts";
import { mermaidOf } from "./mermaid.ts";
import { svgOf } from "./svg.ts";

/** Pictures of objects and how they belong together: pure functions from data to text, for a command and for pages. */
export type { Change, Edge, Graph, Node } from "./graph.ts";
export { ordered } from "./graph.ts";
export { style } from "./style.ts";
export { detailOf, type LinkWord } from "./words.ts";

/** The forms in which a picture can be had. */
export const pictureFormats = ["svg", "mermaid", "json"] as const;

export type PictureFormat = (typeof pictureFormats)[number];

/** The picture as text of a form. */
export function draw(graph: Graph, format: PictureFormat): string {
  return renderers[format](graph);
}

const renderers: Readonly<Record<PictureFormat, (graph: Graph) => string>> = {
  svg: svgOf,
  mermaid: mermaidOf,
  json: (graph) => `${JSON.stringify(ordered(graph), undefined, 2)}\n`,
};

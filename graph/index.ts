/** Pictures of objects and how they belong together: pure functions from data to text, for a command and for pages. */
export { detailOf } from "./detail.ts";
export { dotOf } from "./dot.ts";
export { draw, type PictureFormat, pictureFormats } from "./draw.ts";
export type { Change, Edge, Graph, Node } from "./graph.ts";
export { ordered } from "./graph.ts";
export { elsewhereNoun, type LinkWord, layersOf, shapeOf } from "./looks.ts";
export { mermaidOf } from "./mermaid.ts";
export { style } from "./style.ts";
export { svgOf } from "./svg.ts";

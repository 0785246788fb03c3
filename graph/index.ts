/** Pictures of objects and how they belong together: pure functions from data to text, for a command and for pages. */
export { dotOf } from "./dot.ts";
export type { Change, Edge, Graph, Health, Node, Shape } from "./graph.ts";
export { ordered } from "./graph.ts";
export { mermaidOf } from "./mermaid.ts";
export { svgOf } from "./svg.ts";

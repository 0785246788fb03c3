import { type Change, type Graph, type Node, ordered, type Shape } from "./graph.ts";
import { linesOf } from "./words.ts";

/** The picture in Graphviz's language. */
export function dotOf(given: Graph): string {
  const { title, layers, edges } = ordered(given);
  return `${[
    `digraph ${quoted(title)} {`,
    `  graph [label=${quoted(title)}, labelloc=t, rankdir=TB, fontname=monospace];`,
    "  node [fontname=monospace, fontsize=10];",
    "  edge [fontname=monospace, fontsize=9];",
    ...layers.flatMap(({ title: name, nodes }, at) => [
      `  subgraph cluster_${at} {`,
      `    label=${quoted(name)};`,
      ...nodes.map((node) => `    ${quoted(node.id)} [${attributesOf(node)}];`),
      "  }",
    ]),
    ...edges.map(({ from, to, label, change }) => {
      const look = change === undefined ? "" : `, ${looks[change]}`;
      return `  ${quoted(from)} -> ${quoted(to)} [label=${quoted(label)}${look}];`;
    }),
    "}",
  ].join("\n")}\n`;
}

const shapes: Readonly<Record<Shape, string>> = {
  box: "shape=box",
  pill: "shape=ellipse",
  hexagon: "shape=hexagon",
  cylinder: "shape=cylinder",
  note: "shape=note",
};

const looks: Readonly<Record<Change, string>> = {
  create: 'color="#1a7f37", style=dashed',
  update: 'color="#9a6700", penwidth=2',
  replace: 'color="#8250df", penwidth=2',
  delete: 'color="#cf222e", style=dotted',
};

function attributesOf(node: Node): string {
  const doubled = node.change === "replace" ? ", peripheries=2" : "";
  const look = node.change === undefined ? "" : `, ${looks[node.change]}${doubled}`;
  return `label=${quoted(linesOf(node).join("\n"))}, ${shapes[node.shape]}${look}`;
}

/** A terminal may show it: control characters, which a URN may have, are shown as such. */
function quoted(text: string): string {
  const lines = text.replace(/[\\"]/g, "\\$&").replace(/\r?\n/g, "\\n");
  return `"${lines.replace(/\p{Cc}/gu, "\uFFFD")}"`;
}

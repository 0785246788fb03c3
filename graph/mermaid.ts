import { type Graph, type Node, ordered, type Shape } from "./graph.ts";
import { linesOf } from "./words.ts";

/** The picture as a Mermaid flowchart, which GitHub and GitLab draw in Markdown. */
export function mermaidOf(given: Graph): string {
  const { title, layers, edges } = ordered(given);
  const ids = new Map(
    layers.flatMap(({ nodes }) => nodes).map(({ id }, at) => [id, `n${at}`] as const),
  );
  const all = layers.flatMap(({ nodes }) => nodes);
  const changed = Object.entries(classes).flatMap(([change, look]) => {
    const of = all.filter((node) => node.change === change).map(({ id }) => ids.get(id));
    return of.length === 0
      ? []
      : [`  classDef ${change} ${look}`, `  class ${of.join(",")} ${change}`];
  });
  return `${[
    "---",
    `title: ${JSON.stringify(title)}`,
    "---",
    "flowchart TB",
    ...layers.flatMap(({ title: name, nodes }, at) => [
      `  subgraph l${at}["${escaped(name)}"]`,
      ...nodes.map((node) => `    ${ids.get(node.id)}${shaped(node)}`),
      "  end",
    ]),
    ...edges.map(
      ({ from, to, label }) => `  ${ids.get(from)} -->|"${escaped(label)}"| ${ids.get(to)}`,
    ),
    ...changed,
  ].join("\n")}\n`;
}

const classes = {
  create: "stroke:#1a7f37,stroke-width:2px,stroke-dasharray:7 4",
  update: "stroke:#9a6700,stroke-width:3px",
  replace: "stroke:#8250df,stroke-width:4px",
  delete: "stroke:#cf222e,stroke-width:2px,stroke-dasharray:2 3",
} as const;

const brackets: Readonly<Record<Shape, readonly [string, string]>> = {
  box: ["[", "]"],
  pill: ["([", "])"],
  hexagon: ["{{", "}}"],
  cylinder: ["[(", ")]"],
  note: [">", "]"],
};

function shaped(node: Node): string {
  const [open, close] = brackets[node.shape];
  const lines = linesOf(node).map(escaped);
  return `${open}"${lines.join("<br/>")}"${close}`;
}

/** Entities as Mermaid writes them; `%%{` would begin a directive, wherever it stands. */
function escaped(text: string): string {
  return text
    .replace(/[#"<>&`\\%]/g, (character) => `#${character.charCodeAt(0)};`)
    .replace(/[\r\n]+/g, " ");
}

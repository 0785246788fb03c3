import { type Graph, type Node, ordered } from "./graph.ts";
import { type Shape, separator, shapeOf } from "./words.ts";

/** The picture as a Mermaid flowchart, which GitHub and GitLab draw in Markdown. */
export function mermaidOf(given: Graph): string {
  const { title, nodes, edges } = ordered(given);
  const ids = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
  const changed = Object.entries(classes).flatMap(([change, look]) => {
    const of = nodes.filter((node) => node.change === change).map(({ id }) => ids.get(id));
    return of.length === 0
      ? []
      : [`  classDef ${change} ${look}`, `  class ${of.join(",")} ${change}`];
  });
  return `${[
    "---",
    `title: ${JSON.stringify(readable(title))}`,
    "---",
    "flowchart LR",
    ...nodes.map((node) => `  ${ids.get(node.id)}${shaped(node)}`),
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
  cylinder: ["[(", ")]"],
};

function shaped({ noun, name, detail, status, change }: Node): string {
  const [open, close] = brackets[shapeOf(noun)];
  const kind = change === undefined ? noun : `${noun}, to be ${change}d`;
  const lines = [kind, name, [status, detail].filter(Boolean).join(separator)].filter(Boolean);
  return `${open}"${lines.map(escaped).join("<br/>")}"${close}`;
}

/** Entities as Mermaid writes them; `%%{` would begin a directive, wherever it is. */
function escaped(text: string): string {
  return readable(text).replace(/[#"<>&`\\%]/g, (character) => `#${character.charCodeAt(0)};`);
}

/** In one line, without control characters and what changes the order in which it is read. */
function readable(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, "\uFFFD").replace(/\p{Cc}+/gu, " ");
}

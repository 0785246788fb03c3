import { type Edge, type Graph, type Health, type Node, ordered } from "./graph.ts";
import { type Box, type Line, layoutOf, type Size } from "./layout.ts";
import { fontSizes, style } from "./style.ts";
import { type Shape, separator, shapeOf } from "./words.ts";

const margin = 20;
/** Has the title. */
const head = 50;
const inset = 14;

/** The picture as SVG: alone in a file, or inside of a page. */
export function svgOf(given: Graph): string {
  const graph = ordered(given);
  const { parts, ...inside } = layoutOf(graph, boxSize, labelSize);
  const title = cut(graph.title);
  const width = 2 * margin + Math.max(inside.width, widthOf(title, fontSizes.title));
  const height = head + inside.height + margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" class="hg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escaped(graph.title)}</title>`,
    `<desc>${graph.nodes.length} objects, ${graph.edges.length} links.</desc>`,
    `<style>${style}</style>`,
    `<rect class="hg-page" width="${width}" height="${height}"/>`,
    `<text class="hg-title" x="${margin}" y="31">${escaped(title)}</text>`,
    ...parts.flatMap(({ x, y, boxes, lines }) => [
      `<g transform="translate(${margin + x} ${head + y})">`,
      ...lines.map(lineText),
      // After all lines, so that none is drawn over a label.
      ...lines.map(labelText),
      ...boxes.map(boxText),
      "</g>",
    ]),
    "</svg>\n",
  ].join("\n");
}

function boxSize(node: Node): Size {
  const texts = textsOf(node);
  const widths = texts.map(({ look, text }) => widthOf(text, fontSizes[look]));
  // Halves of it are whole numbers.
  const width = 2 * Math.ceil(Math.max(120, ...widths) / 2) + 2 * inset;
  return { width, height: baseline(texts.length - 1) + inset };
}

function labelSize({ label }: Edge): Size {
  return { width: 2 * Math.ceil(widthOf(label, fontSizes.label) / 2) + 12, height: 16 };
}

function lineText({ edge, from, to, line, arrow }: Line): string {
  const title = `${from.name} – ${edge.label} → ${to.name}`;
  return `<g class="${classesOf(edge.change)}"><title>${escaped(title)}</title><path class="hg-line" d="${line}"/><path class="hg-head" d="${arrow}"/></g>`;
}

function labelText({ edge, x, y }: Line): string {
  return `<text class="hg-label" x="${x}" y="${y + 4}">${escaped(edge.label)}</text>`;
}

function boxText({ node, x, y, width, height }: Box): string {
  const lines = textsOf(node).map(({ look, text }, at) => {
    // The sign of a state has the state's colour.
    const shown = escaped(text).replace(/^[●▲✕○]/, '<tspan class="hg-sign">$&</tspan>');
    return `<text class="hg-${look}" x="${inset}" y="${baseline(at)}">${shown}</text>`;
  });
  return [
    `<g class="${classesOf(node.health, node.change)}" transform="translate(${x - width / 2} ${y - height / 2})">`,
    outlines[shapeOf(node.noun)](width, height),
    ...lines,
    "</g>",
  ].join("");
}

/** The lines of a box, with their classes. */
function textsOf(node: Node): readonly { look: "kind" | "name" | "detail"; text: string }[] {
  const { noun, name, status, detail, change, health } = node;
  const kind = change === undefined ? noun : `${changeSigns[change]} ${change} ${noun}`;
  const state = status === undefined ? "" : `${healthSigns[health]} ${status}`;
  const details = [state, ...detail.split(separator)].filter((part) => part !== "");
  return [
    { look: "kind", text: kind },
    { look: "name", text: cut(name) },
    ...inLines(details).map((text) => ({ look: "detail" as const, text: cut(text) })),
  ];
}

/** Parts of a detail, as many in a line as an address and a state take. */
function inLines(parts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = [...lines.slice(-1), part].join(separator);
    if (longer.length <= 28) lines.pop();
    lines.push(longer.length <= 28 ? longer : part);
  }
  return lines;
}

/** The text, or its beginning where no name or address of the platform is as long. */
function cut(text: string): string {
  return text.length > 64 ? `${text.slice(0, 63)}…` : text;
}

/** In a monospaced font, whose characters above the Cyrillic ones may be as wide as two. */
function widthOf(text: string, fontSize: number): number {
  return Math.ceil(text.replace(/[^\0-\u05FF]/g, "ww").length * fontSize * 0.61);
}

/** Where a line of a box's text is. */
function baseline(line: number): number {
  return line === 0 ? 22 : 23 + 17 * line;
}

const changeSigns = { create: "+", update: "~", replace: "±", delete: "−" } as const;

/** States differ by shape, not by colour alone. */
const healthSigns: Readonly<Record<Health, string>> = {
  well: "●",
  waiting: "▲",
  ill: "✕",
  unknown: "○",
};

const outlines: Readonly<Record<Shape, (width: number, height: number) => string>> = {
  box: (w, h) => `<rect class="hg-box" width="${w}" height="${h}" rx="5"/>`,
  pill: (w, h) => `<rect class="hg-box" width="${w}" height="${h}" rx="22"/>`,
  cylinder: (w, h) =>
    `<path class="hg-box" d="M0 5a${w / 2} 5 0 0 1 ${w} 0v${h - 10}a${w / 2} 5 0 0 1 ${-w} 0zM${w} 5a${w / 2} 5 0 0 1 ${-w} 0"/>`,
};

function classesOf(...names: readonly (string | undefined)[]): string {
  return names.flatMap((name) => (name === undefined ? [] : [`hg-${name}`])).join(" ");
}

/** Text as it is between tags; nothing in it changes the order in which it is read. */
function escaped(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, "\uFFFD")
    .replace(/[^\t\n\x20-\x7E\xA0-\uFFFF\u{10000}-\u{10FFFF}]|[\uFFFE\uFFFF]/gu, "")
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

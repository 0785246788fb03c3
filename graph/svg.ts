import { fitted } from "./fit.ts";
import { type Edge, type Graph, type Health, type Node, ordered } from "./graph.ts";
import { type Band, type Layout, layoutOf, type Place, sizes } from "./layout.ts";
import { outlineOf } from "./outline.ts";
import { routeOf } from "./route.ts";
import { style } from "./style.ts";
import { changeWords } from "./words.ts";

/** The picture as SVG: alone in a file, or inside of a page. */
export function svgOf(given: Graph): string {
  const graph = ordered(given);
  const layout = layoutOf(graph);
  const places = new Map(
    layout.bands.flatMap((band) => band.places).map((place) => [place.node.id, place]),
  );
  const leaving = Map.groupBy(graph.edges, ({ from }) => from);
  const { width, height } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" class="hg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escaped(graph.title)}</title>`,
    `<desc>${escaped(described(graph))}</desc>`,
    `<style>${style}</style>`,
    `<rect class="hg-page" width="${width}" height="${height}"/>`,
    `<text class="hg-title" x="${sizes.margin}" y="29">${escaped(fitted(graph.title, width - 2 * sizes.margin, 16))}</text>`,
    ...layout.bands.map((band) => bandText(band, layout)),
    ...graph.edges.flatMap((edge) => edgeText(edge, places, layout) ?? []),
    ...layout.bands.map(titleText),
    ...[...places.values()].map((place) => nodeText(place, leaving.get(place.node.id) ?? [])),
    legendText(graph, height),
    "</svg>\n",
  ].join("\n");
}

/** Text as it stands between tags and in attributes; nothing in it changes the order in which it is read. */
function escaped(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, "\uFFFD")
    .replace(/[^\t\n\x20-\uFFFF\u{10000}-\u{10FFFF}]|[\uFFFE\uFFFF]/gu, "")
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function described({ layers, edges }: Graph): string {
  const counts = layers.map(({ title, nodes }) => `${title}: ${nodes.length}`);
  return `${counts.join(", ")}; ${edges.length} links.`;
}

function bandText({ y, height }: Band, { width }: Layout): string {
  const { margin } = sizes;
  return `<rect class="hg-band" x="${margin}" y="${y}" width="${width - 2 * margin}" height="${height}" rx="6"/>`;
}

function titleText({ title, y }: Band): string {
  return `<text class="hg-layer" x="${sizes.margin + 10}" y="${y + 17}">${escaped(title)}</text>`;
}

function edgeText(
  edge: Edge,
  places: ReadonlyMap<string, Place>,
  layout: Layout,
): string | undefined {
  const [from, to] = [places.get(edge.from), places.get(edge.to)];
  if (from === undefined || to === undefined) return undefined;
  const { line, head } = routeOf(from, to, layout);
  const title = `${from.node.name} – ${edge.label} → ${to.node.name}`;
  return `<g class="${classesOf(edge.change)}"><title>${escaped(title)}</title><path class="hg-line" d="${line}"/><path class="hg-head" d="${head}"/></g>`;
}

/** A box with what leads away from it. */
function nodeText({ node, x, y }: Place, leaving: readonly Edge[]): string {
  const { width, height } = sizes.box;
  const inside = width - 2 * textStart;
  const { noun, name, detail, change, shape, health } = node;
  const kind = change === undefined ? noun : `${changeMarks[change]} ${change} ${noun}`;
  const told = [noun, name, detail, node.status, change && changeWords[change]];
  const line = (of: string, at: number, text: string, size: number) =>
    `<text class="hg-${of}" x="${textStart}" y="${at}">${escaped(fitted(text, inside, size))}</text>`;
  return [
    `<g class="${classesOf(health, change)}" transform="translate(${x} ${y})">`,
    `<title>${escaped(told.filter(Boolean).join(", "))}</title>`,
    `<path class="hg-box" d="${outlineOf(shape, width, height)}"/>`,
    ...(change === "replace"
      ? [
          `<path class="hg-second" d="${outlineOf(shape, width - 8, height - 8)}" transform="translate(4 4)"/>`,
        ]
      : []),
    line("kind", 20, kind, 10),
    line("name", 37, name, 13),
    ...stateText(node, inside),
    line("links", height + 13, linksOf(leaving), 10),
    "</g>",
  ].join("");
}

/** The last line of a box; what has no state has no sign of it. */
function stateText({ health, status, detail }: Node, inside: number): readonly string[] {
  const text = (x: number, of: string, room: number) =>
    `<text class="hg-detail" x="${x}" y="54">${escaped(fitted(of, room, 10))}</text>`;
  if (status === undefined) return [text(textStart, detail, inside)];
  const told = [status, detail].filter((part) => part !== "").join(" · ");
  const dot = `<path class="hg-dot" d="${dots[health]}" transform="translate(${textStart + 4} 50)"/>`;
  return [dot, text(textStart + 12, told, inside - 12)];
}

function classesOf(...names: readonly (string | undefined)[]): string {
  return names.flatMap((name) => (name === undefined ? [] : [`hg-${name}`])).join(" ");
}

/** What leads away from an object: `backend ×3, certificate`. */
function linksOf(leaving: readonly Edge[]): string {
  const labels = Map.groupBy(leaving, ({ label }) => label);
  return [...labels]
    .map(([label, { length }]) => (length === 1 ? label : `${label} ×${length}`))
    .join(", ");
}

const textStart = 18;

const changeMarks = { create: "+", update: "~", replace: "±", delete: "−" } as const;

/** States differ by shape too: a disc, a triangle, a cross, a ring. */
const dots: Readonly<Record<Health, string>> = {
  well: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  waiting: "M0-4l4.5 8h-9z",
  ill: "M-4-4l8 8M4-4l-8 8",
  unknown: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
};

const healthWords: Readonly<Record<Health, string>> = {
  well: "works",
  waiting: "on its way",
  ill: "does not work",
  unknown: "state not understood",
};

/** What the shapes in this picture mean. */
function legendText({ layers }: Graph, height: number): string {
  const nodes = layers.flatMap((layer) => layer.nodes);
  const healths = ["well", "waiting", "ill", "unknown"] as const;
  const shown = healths.filter((health) =>
    nodes.some(({ health: own, status }) => status !== undefined && own === health),
  );
  const items = shown.map((health, at) => {
    const x = sizes.margin + at * 180;
    return `<g class="${classesOf(health)}" transform="translate(${x} ${height - 16})"><path class="hg-dot" d="${dots[health]}" transform="translate(6 0)"/><text class="hg-detail" x="16" y="4">${healthWords[health]}</text></g>`;
  });
  return `<g>${items.join("")}</g>`;
}

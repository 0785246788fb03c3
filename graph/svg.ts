import { fitted } from "./fit.ts";
import { type Edge, type Graph, type Health, type Node, ordered } from "./graph.ts";
import { type Band, type Layout, layoutOf, type Place, sizes } from "./layout.ts";
import { outlineOf } from "./outline.ts";
import { style } from "./style.ts";
import { changeWords } from "./words.ts";

/** The picture as SVG: alone in a file, or inside of a page. */
export function svgOf(given: Graph): string {
  const graph = ordered(given);
  const layout = layoutOf(graph);
  const places = new Map(
    layout.bands.flatMap((band) => band.places).map((place) => [place.node.id, place]),
  );
  const { width, height } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" class="hosting-graph" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escaped(graph.title)}</title>`,
    `<desc>${escaped(described(graph))}</desc>`,
    `<style>${style}</style>`,
    `<rect class="page" width="${width}" height="${height}"/>`,
    `<text class="title" x="${sizes.margin}" y="29">${escaped(fitted(graph.title, width - 2 * sizes.margin, 16))}</text>`,
    ...layout.bands.map((band) => bandText(band, layout)),
    ...graph.edges.flatMap((edge) => edgeText(edge, places) ?? []),
    ...[...places.values()].map((place) => nodeText(place, graph.edges)),
    legendText(graph, height),
    "</svg>\n",
  ].join("\n");
}

/** Text as it stands between tags and in attributes. */
export function escaped(text: string): string {
  return text
    .replace(/[^\t\n\x20-\uFFFF\u{10000}-\u{10FFFF}]|[\uFFFE\uFFFF]/gu, "")
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function described({ layers, edges }: Graph): string {
  const counts = layers.map(({ title, nodes }) => `${title}: ${nodes.length}`);
  return `${counts.join(", ")}; ${edges.length} links.`;
}

function bandText({ title, y, height }: Band, { width }: Layout): string {
  const { margin } = sizes;
  return `<g><rect class="band" x="${margin}" y="${y}" width="${width - 2 * margin}" height="${height}" rx="6"/><text class="layer" x="${margin + 10}" y="${y + 17}">${escaped(title)}</text></g>`;
}

function edgeText(edge: Edge, places: ReadonlyMap<string, Place>): string | undefined {
  const [from, to] = [places.get(edge.from), places.get(edge.to)];
  if (from === undefined || to === undefined) return undefined;
  const { box } = sizes;
  const isUp = to.y < from.y;
  const isLevel = to.y === from.y;
  const start = { x: from.x + box.width / 2, y: isUp ? from.y : from.y + box.height };
  const end = { x: to.x + box.width / 2, y: isUp || isLevel ? to.y + box.height : to.y };
  const bend = Math.max(24, Math.abs(end.y - start.y) / 2) * (isUp ? -1 : 1);
  const back = isLevel ? start.y + bend : end.y - bend;
  const points = isUp || isLevel ? 6 : -6;
  const path = `M${start.x} ${start.y}C${start.x} ${start.y + bend} ${end.x} ${back} ${end.x} ${end.y}`;
  const head = `M${end.x} ${end.y}l-4 ${points}h8z`;
  const title = `${from.node.name} – ${edge.label} → ${to.node.name}`;
  return `<g class="edge ${edge.change ?? ""}"><title>${escaped(title)}</title><path class="line" d="${path}"/><path class="head" d="${head}"/></g>`;
}

function nodeText({ node, x, y }: Place, edges: readonly Edge[]): string {
  const { width, height } = sizes.box;
  const inside = width - 2 * textStart;
  const { noun, name, detail, change, shape, health } = node;
  const kind = [noun, ...(change === undefined ? [] : [changeWords[change]])].join(" · ");
  const told = [noun, name, detail, node.status, change && changeWords[change]];
  const line = (of: string, at: number, text: string, size: number) =>
    `<text class="${of}" x="${textStart}" y="${at}">${escaped(fitted(text, inside, size))}</text>`;
  return [
    `<g class="node ${health} ${change ?? ""}" transform="translate(${x} ${y})">`,
    `<title>${escaped(told.filter(Boolean).join(", "))}</title>`,
    `<path class="box" d="${outlineOf(shape, width, height)}"/>`,
    ...(change === "replace"
      ? [
          `<path class="second" d="${outlineOf(shape, width - 8, height - 8)}" transform="translate(4 4)"/>`,
        ]
      : []),
    line("kind", 18, `${change === undefined ? "" : `${changeMarks[change]} `}${kind}`, 10),
    line("name", 35, name, 13),
    `<path class="dot" d="${dots[health]}" transform="translate(${textStart + 4} 48)"/>`,
    `<text class="detail" x="${textStart + 12}" y="52">${escaped(fitted([node.status, detail].filter(Boolean).join(" · "), inside - 12, 10))}</text>`,
    line("links", height + 13, linksOf(node, edges), 10),
    "</g>",
  ].join("");
}

/** What leads away from an object: `backend ×3, certificate`. */
function linksOf({ id }: Node, edges: readonly Edge[]): string {
  const labels = Map.groupBy(
    edges.filter(({ from }) => from === id),
    ({ label }) => label,
  );
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
  unknown: "no state known",
};

/** What the shapes in this picture mean. */
function legendText({ layers }: Graph, height: number): string {
  const nodes = layers.flatMap((layer) => layer.nodes);
  const healths = ["well", "waiting", "ill", "unknown"] as const;
  const shown = healths.filter((health) => nodes.some((node) => node.health === health));
  const items = shown.map((health, at) => {
    const x = sizes.margin + at * 150;
    return `<g class="node ${health}" transform="translate(${x} ${height - 16})"><path class="dot" d="${dots[health]}" transform="translate(6 0)"/><text class="detail" x="16" y="4">${healthWords[health]}</text></g>`;
  });
  return `<g>${items.join("")}</g>`;
}

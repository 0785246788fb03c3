import type { Edge, Graph, Layer, Node } from "./graph.ts";

/** Where everything is, in pixels. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Band[];
}

/** A layer with its place; a wide one has several rows. */
export interface Band {
  readonly title: string;
  readonly y: number;
  readonly height: number;
  readonly places: readonly Place[];
}

/** A node and the corner of its box. */
export interface Place {
  readonly node: Node;
  readonly x: number;
  readonly y: number;
}

/** Sizes in pixels; the gap below a box has room for the labels of its edges. */
export const sizes = {
  box: { width: 200, height: 62 },
  gap: { x: 24, y: 38 },
  margin: 20,
  bandTitle: 26,
  head: 44,
  /** Line of the legend at the foot. */
  foot: 34,
} as const;

/** As wide as a page of a browser, and no wider with many objects. */
const mostColumns = 7;
const fewestColumns = 3;

/** Gives every node its place: layers below each other, and what belongs together near each other. */
export function layoutOf(graph: Graph): Layout {
  const layers = arranged(graph);
  const widest = Math.max(fewestColumns, ...layers.map(({ nodes }) => nodes.length));
  const columns = Math.min(mostColumns, widest);
  const bands: Band[] = [];
  let y: number = sizes.head;
  for (const layer of layers) {
    const band = bandOf(layer, columns, y);
    bands.push(band);
    y += band.height + sizes.margin / 2;
  }
  const inside = columns * (sizes.box.width + sizes.gap.x) - sizes.gap.x;
  return { width: inside + sizes.margin * 4, height: y + sizes.foot, bands };
}

function bandOf({ title, nodes }: Layer, columns: number, y: number): Band {
  const rows = Math.ceil(nodes.length / columns);
  const step = { x: sizes.box.width + sizes.gap.x, y: sizes.box.height + sizes.gap.y };
  const places = nodes.map((node, at) => {
    const row = Math.floor(at / columns);
    const inRow = Math.min(columns, nodes.length - row * columns);
    // A row that is not full stands in the middle.
    const left = ((columns - inRow) * step.x) / 2;
    return {
      node,
      x: Math.round(sizes.margin * 2 + left + (at % columns) * step.x),
      y: y + sizes.bandTitle + row * step.y,
    };
  });
  return { title, y, height: sizes.bandTitle + rows * step.y, places };
}

/** Each node below the middle of those it belongs to, as in Sugiyama's method; ties stay in order. */
function arranged({ layers, edges }: Graph): readonly Layer[] {
  const neighbours = neighboursOf(edges);
  const placed = new Map<string, number>();
  return layers.map((layer) => {
    const middles = layer.nodes.map((node, at) => {
      const above = (neighbours.get(node.id) ?? []).flatMap((id) => placed.get(id) ?? []);
      const own = at / layer.nodes.length;
      return { node, middle: above.length === 0 ? own : average(above) };
    });
    const nodes = middles
      .toSorted((one, other) => one.middle - other.middle)
      .map(({ node }) => node);
    for (const [at, { id }] of nodes.entries()) placed.set(id, at / nodes.length);
    return { ...layer, nodes };
  });
}

function neighboursOf(edges: readonly Edge[]): ReadonlyMap<string, readonly string[]> {
  const neighbours = new Map<string, string[]>();
  const note = (id: string, other: string) => {
    neighbours.set(id, [...(neighbours.get(id) ?? []), other]);
  };
  for (const { from, to } of edges) {
    note(from, to);
    note(to, from);
  }
  return neighbours;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

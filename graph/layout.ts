import { bandsOf, type Rows } from "./bands.ts";
import type { Graph, Node } from "./graph.ts";

/** Where everything is, in pixels. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Band[];
  /** True where a layer did not fit into a row, so that what belongs together may be far apart. */
  readonly isSplit: boolean;
}

/** A layer, or a part of one, with its place. */
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
  gap: { x: 28, y: 38 },
  margin: 20,
  bandTitle: 26,
  /** Between two bands. */
  seam: 10,
  head: 44,
  /** Line of the legend at the foot. */
  foot: 34,
} as const;

const step = { x: sizes.box.width + sizes.gap.x, y: sizes.box.height + sizes.gap.y };

/** As wide as a page of a browser, and no wider with many objects. */
const mostColumns = 7;
const fewestColumns = 3;

/** Gives every node its place: layers below each other, and what belongs together near each other. */
export function layoutOf(graph: Graph): Layout {
  const widest = Math.max(fewestColumns, ...graph.layers.map(({ nodes }) => nodes.length));
  const columns = Math.min(mostColumns, widest);
  const bands: Band[] = [];
  let y: number = sizes.head;
  const parts = bandsOf(graph, columns);
  for (const rows of parts) {
    const band = bandAt(rows, columns, y);
    bands.push(band);
    y += band.height + sizes.seam;
  }
  const inside = columns * step.x - sizes.gap.x;
  return {
    width: inside + sizes.margin * 4,
    height: y + sizes.foot,
    bands,
    isSplit: parts.some(({ isWhole }) => !isWhole),
  };
}

function bandAt({ title, rows, isWhole }: Rows, columns: number, y: number): Band {
  const places = rows.flatMap((nodes, row) => {
    const left = isWhole ? ((columns - nodes.length) * step.x) / 2 : 0;
    return nodes.map((node, at) => ({
      node,
      x: sizes.margin * 2 + left + at * step.x,
      y: y + sizes.bandTitle + row * step.y,
    }));
  });
  return { title, y, height: sizes.bandTitle + rows.length * step.y, places };
}

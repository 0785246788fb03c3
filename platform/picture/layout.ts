import { graphlib, layout } from "@dagrejs/dagre";
import type { Graph as Dagre } from "@dagrejs/graphlib";
import type { Edge, Graph, Node } from "./graph.ts";

/** Where everything is, in pixels. */
export interface Layout extends Size {
  readonly parts: readonly (Part & Point)[];
}

/** Boxes that lines connect, or one alone; places count from the upper left corner. */
export interface Part extends Size {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
}

/** A node and the middle of its box. */
export interface Box extends Size, Point {
  readonly node: Node;
}

/** An edge and the middle of its label; line and arrow are paths of an SVG. */
export interface Line extends Point {
  readonly edge: Edge;
  readonly from: Node;
  readonly to: Node;
  readonly line: string;
  readonly arrow: string;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The input of dagre, into which it writes places. Its own declarations do not resolve in ES modules. */
type Linked = Dagre<
  typeof options & Partial<Size>,
  Size & Partial<Point> & { readonly node: Node },
  EdgeData
>;
interface EdgeData extends Size, Partial<Point> {
  readonly labelpos: "c";
  readonly edge: Edge;
  readonly points?: readonly Point[];
}

const gap = 24;
const options = { rankdir: "LR", nodesep: gap, edgesep: 18, ranksep: 72 } as const;
/** Parts are side by side up to this width. */
const pageWidth = 900;

/** Gives boxes and labels of these sizes their places, from left to right as the links lead. */
export function layoutOf(
  { nodes, edges }: Graph,
  sizeOf: (node: Node) => Size,
  labelSizeOf: (edge: Edge) => Size,
): Layout {
  const names = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const graph: Linked = new graphlib.Graph({ multigraph: true });
  for (const node of nodes) graph.setNode(nameOf(node.id), { ...sizeOf(node), node });
  // With the last one first, fewer lines cross.
  for (const edge of edges.toReversed()) {
    const data = { ...labelSizeOf(edge), labelpos: "c", edge } as const;
    graph.setEdge(nameOf(edge.from), nameOf(edge.to), data, edge.label);
  }
  const linked: readonly string[][] = graphlib.alg.components(graph);
  const parts = linked.map((own) => partOf(graph, new Set(own)));
  return packed(parts.toSorted((one, other) => other.boxes.length - one.boxes.length));
}

/** Parts beside each other, in rows. */
function packed(parts: readonly Part[]): Layout {
  const most = Math.max(pageWidth, ...parts.map(({ width }) => width));
  let [x, y, width, height] = [0, 0, 0, 0];
  const placed = parts.map((part) => {
    if (x + part.width > most) [x, y] = [0, height + gap];
    const here = { ...part, x, y };
    x += part.width + gap;
    width = Math.max(width, here.x + part.width);
    height = Math.max(height, y + part.height);
    return here;
  });
  return { width, height, parts: placed };
}

function partOf(graph: Linked, own: ReadonlySet<string>): Part {
  const part = graph.filterNodes((name) => own.has(name)).setGraph({ ...options });
  layout(part);
  const { width = 0, height = 0 } = part.graph();
  const edges = part.edges().map((key) => ({ ...part.edge(key), ...pointOf(part.edge(key)) }));
  const boxes = part.nodes().map((name) => ({ ...part.node(name), ...pointOf(part.node(name)) }));
  const places = new Map(boxes.map((box) => [box.node.id, box]));
  const halves = new Map<number, number>();
  for (const { x, width: own = 0 } of [...boxes, ...edges]) {
    halves.set(x, Math.max(halves.get(x) ?? 0, own / 2));
  }
  const lines = edges.flatMap((edge) => {
    const [from, to] = [places.get(edge.edge.from), places.get(edge.edge.to)];
    return from && to ? [lineOf(edge, from, to, halves)] : [];
  });
  return { width: Math.round(width), height: Math.round(height), boxes, lines };
}

function pointOf({ x = 0, y = 0 }: Partial<Point>): Point {
  return { x: Math.round(x), y: Math.round(y) };
}

/**
 * Level where it passes a column, in the lane that dagre keeps free between its boxes, and curved from
 * one column to the next. Where links lead in a circle, one of them goes to the left.
 */
function lineOf(
  { edge, points = [], x, y }: EdgeData & Point,
  from: Box,
  to: Box,
  halves: ReadonlyMap<number, number>,
): Line {
  const ahead = to.x > from.x ? 1 : -1;
  const half = (point: Point) => ahead * (halves.get(point.x) ?? 0);
  let line = `M${from.x + (ahead * from.width) / 2} ${from.y}`;
  let last: Point = from;
  for (const next of [...points.slice(1, -1).map(pointOf), to]) {
    const [out, into] = [last.x + half(last), next.x - half(next)];
    const middle = (out + into) / 2;
    line += `H${out}C${middle} ${last.y} ${middle} ${next.y} ${into} ${next.y}`;
    last = next;
  }
  const tip = to.x - (ahead * to.width) / 2;
  const arrow = `M${tip} ${to.y}l${-7 * ahead}-4v8z`;
  return { edge, from: from.node, to: to.node, x, y, line: `${line}H${tip}`, arrow };
}

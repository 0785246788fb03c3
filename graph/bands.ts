import type { Edge, Graph, Layer, Node } from "./graph.ts";

/** A layer, or a part of one, in rows. */
export interface Rows {
  readonly title: string;
  readonly rows: readonly (readonly Node[])[];
  /** False for what is one of several parts: these stand in the same columns. */
  readonly isWhole: boolean;
}

/**
 * The layers in rows of so many columns. What belongs to nothing but objects of one row of a wide layer
 * stands right below that row, however many rows there are.
 */
export function bandsOf(graph: Graph, columns: number): readonly Rows[] {
  const neighbours = neighboursOf(graph.edges);
  const layers = arranged(graph.layers, neighbours);
  const placed = new Set<Node>();
  return layers.flatMap((layer, at) => {
    const left = { ...layer, nodes: layer.nodes.filter((node) => !placed.has(node)) };
    if (left.nodes.length === 0) return [];
    if (left.nodes.length <= columns) return [{ ...left, rows: [left.nodes], isWhole: true }];
    return splitUp(left, columns, (row) => {
      const below = ownOf(row, layers.slice(at + 1), neighbours);
      for (const node of below.flatMap(({ nodes }) => nodes)) placed.add(node);
      return below;
    });
  });
}

type Neighbours = ReadonlyMap<string, readonly string[]>;

/** Parts of a wide layer, each with what stands below it. */
function splitUp(
  { title, nodes }: Layer,
  columns: number,
  below: (row: readonly Node[]) => readonly Layer[],
): readonly Rows[] {
  const bands: Rows[] = [];
  let open: (readonly Node[])[] = [];
  for (const [at, row] of rowsOf(nodes, columns).entries()) {
    open.push(row);
    const own = below(row);
    const end = at * columns + row.length;
    if (own.length === 0 && end < nodes.length) continue;
    const first = end - open.flat().length + 1;
    const isAll = first === 1 && end === nodes.length;
    const part = isAll ? title : `${title}, ${first} to ${end} of ${nodes.length}`;
    bands.push({ title: part, rows: open, isWhole: false });
    for (const layer of own) {
      bands.push({ title: layer.title, rows: rowsOf(layer.nodes, columns), isWhole: false });
    }
    open = [];
  }
  return bands;
}

/** What of lower layers belongs to objects of this row alone. */
function ownOf(
  row: readonly Node[],
  layers: readonly Layer[],
  neighbours: Neighbours,
): readonly Layer[] {
  const ids = new Set(row.map(({ id }) => id));
  return layers
    .map(({ title, nodes }) => {
      const own = nodes.filter(({ id }) => neighbours.get(id)?.every((other) => ids.has(other)));
      return { title, nodes: own };
    })
    .filter(({ nodes }) => nodes.length > 0);
}

function rowsOf(nodes: readonly Node[], columns: number): readonly (readonly Node[])[] {
  const count = Math.ceil(nodes.length / columns);
  return Array.from({ length: count }, (_, row) => nodes.slice(row * columns, (row + 1) * columns));
}

/** Each node below the middle of those it belongs to, as in Sugiyama's method; ties stay in order. */
function arranged(layers: readonly Layer[], neighbours: Neighbours): readonly Layer[] {
  const placed = new Map<string, number>();
  return layers.map((layer) => {
    const middles = layer.nodes.map((node, at) => {
      const above = (neighbours.get(node.id) ?? []).flatMap((id) => placed.get(id) ?? []);
      return { node, middle: above.length === 0 ? at / layer.nodes.length : average(above) };
    });
    const nodes = middles
      .toSorted((one, other) => one.middle - other.middle)
      .map(({ node }) => node);
    for (const [at, { id }] of nodes.entries()) placed.set(id, at / nodes.length);
    return { ...layer, nodes };
  });
}

function neighboursOf(edges: readonly Edge[]): Neighbours {
  const neighbours = new Map<string, string[]>();
  const note = (id: string, other: string) => {
    const known = neighbours.get(id);
    if (known === undefined) neighbours.set(id, [other]);
    else known.push(other);
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

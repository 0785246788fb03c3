/** A picture of objects and how they belong together, whatever they are: what the renderers draw. */
export interface Graph {
  /** What it is a picture of, in a few words. */
  readonly title: string;
  /** From top to bottom. */
  readonly layers: readonly Layer[];
  readonly edges: readonly Edge[];
}

/** Objects that stand side by side. */
export interface Layer {
  readonly title: string;
  readonly nodes: readonly Node[];
}

/** One object. */
export interface Node {
  /** Unlike that of every other one, and the same in every picture. */
  readonly id: string;
  readonly shape: Shape;
  /** The word for one of it: `volume`. */
  readonly noun: string;
  readonly name: string;
  /** What is worth knowing of it: `20 GB · eu-1`. */
  readonly detail: string;
  /** The platform's word for its state. */
  readonly status?: string;
  readonly health: Health;
  /** What a preview does to it. */
  readonly change?: Change;
}

export type Shape = "pill" | "hexagon" | "box" | "cylinder" | "note";

/** Whether an object does what it is there for, as far as its state tells. */
export type Health = "well" | "waiting" | "ill" | "unknown";

export type Change = "create" | "update" | "replace" | "delete";

/** What leads from one object to another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** `backend`, `attached` … */
  readonly label: string;
  readonly change?: Change;
}

/**
 * The same picture in the one order that all renderers draw it in, so that the same objects give the
 * same bytes; without layers that are empty, and edges that lead nowhere.
 */
export function ordered({ title, layers, edges }: Graph): Graph {
  const filled = layers.filter(({ nodes }) => nodes.length > 0);
  const ids = new Set(filled.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  return {
    title,
    layers: filled.map((layer) => ({ ...layer, nodes: layer.nodes.toSorted(byName) })),
    edges: edges
      .filter(({ from, to }) => ids.has(from) && ids.has(to))
      .toSorted((one, other) => compare(keyOf(one), keyOf(other))),
  };
}

function byName(one: Node, other: Node): number {
  return (
    compare(one.noun, other.noun) || compare(one.name, other.name) || compare(one.id, other.id)
  );
}

function keyOf({ from, to, label }: Edge): string {
  return `${from} ${to} ${label}`;
}

/** Numbers in names by their values; the rest alike everywhere, whatever language the machine speaks. */
function compare(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : Number(one > other));
}

const collator = new Intl.Collator("en", { numeric: true });

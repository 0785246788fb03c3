import { placeOf } from "./words.ts";

/** A picture of objects and how they belong together, whatever they are: what the renderers draw. */
export interface Graph {
  /** The subject of the picture, in a few words. */
  readonly title: string;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** One object. */
export interface Node {
  /** Unlike that of every other one, and the same in every picture. */
  readonly id: string;
  /** The word for one of it: `volume`. */
  readonly noun: string;
  readonly name: string;
  /** More about it in a few words: `20 GB · eu-1`. */
  readonly detail: string;
  /** The platform's word for its state. */
  readonly status?: string;
  readonly health: Health;
  /** The action of a preview on it. */
  readonly change?: Change;
}

/** Whether an object works, as far as its state tells. */
export type Health = "well" | "waiting" | "ill" | "unknown";

export type Change = "create" | "update" | "replace" | "delete";

/** A link from one object to another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** `backend`, `attach` … */
  readonly label: string;
  readonly change?: Change;
}

/** The same picture in the one order that all renderers draw it in: the same objects give the same bytes. */
export function ordered({ title, nodes, edges }: Graph): Graph {
  const ids = new Set(nodes.map(({ id }) => id));
  return {
    title,
    nodes: nodes.toSorted(
      (one, other) =>
        placeOf(one.noun) - placeOf(other.noun) ||
        compare(one.noun, other.noun) ||
        compare(one.name, other.name) ||
        compare(one.id, other.id),
    ),
    edges: edges
      .filter(({ from, to }) => from !== to && ids.has(from) && ids.has(to))
      .toSorted((one, other) => compare(keyOf(one), keyOf(other))),
  };
}

function keyOf({ from, to, label }: Edge): string {
  return `${from} ${to} ${label}`;
}

/** Numbers in names by their values; the rest alike everywhere, whatever language the machine speaks. */
function compare(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : Number(one > other));
}

const collator = new Intl.Collator("en", { numeric: true });

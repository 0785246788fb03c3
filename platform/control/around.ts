import type { Graph } from "../picture/index.ts";

/** How many links are followed from an object. */
const steps = 2;

/** The object and what it belongs together with; empty where there is no such object. */
export function around(graph: Graph, id: string): Graph {
  const near = new Set([id]);
  for (let step = 0; step < steps; step++) {
    const touching = graph.edges.filter(({ from, to }) => near.has(from) || near.has(to));
    for (const { from, to } of touching) near.add(from).add(to);
  }
  return {
    title: graph.title,
    nodes: graph.nodes.filter((node) => near.has(node.id)),
    edges: graph.edges.filter(({ from, to }) => near.has(from) && near.has(to)),
  };
}

import { describe, expect, test } from "vitest";
import {
  draw,
  type Graph,
  type Node,
  ordered,
  pictureFormats,
} from "../../../platform/picture/index.ts";

function node(id: string, rest: Partial<Node> = {}): Node {
  return { id, noun: "instance", name: id, detail: "small", health: "well", ...rest };
}

/** A load balancer in front of machines with a volume each. */
function stackOf(count: number, rest: Partial<Node> = {}): Graph {
  const all = Array.from({ length: count }, (_, at) => at);
  return {
    title: "A stack",
    nodes: [
      node("lb", { noun: "load balancer" }),
      ...all.map((at) => node(`data-${at}`, { noun: "volume" })),
      ...all.map((at) => node(`web-${at}`, rest)),
    ],
    edges: all.flatMap((at) => [
      { from: `web-${at}`, to: `data-${at}`, label: "attach" },
      { from: "lb", to: `web-${at}`, label: "backend" },
    ]),
  };
}

test.each(pictureFormats)("the same objects in another order are the same %s", (format) => {
  const graph = stackOf(12);
  const { nodes, edges } = graph;
  const turned = { ...graph, nodes: nodes.toReversed(), edges: edges.toReversed() };
  expect(draw(turned, format)).toBe(draw(graph, format));
});

test("objects are in the order in which clients reach them, and numbers count", () => {
  const names = ordered(stackOf(11)).nodes.map(({ name }) => name);
  expect(names.slice(0, 4)).toEqual(["lb", "web-0", "web-1", "web-2"]);
  expect(names.slice(-2)).toEqual(["data-9", "data-10"]);
});

test("an edge to an object that is not drawn, or to the same one, is left out", () => {
  const edges = ["nobody", "lb"].map((to) => ({ from: "lb", to, label: "backend" }));
  expect(ordered({ ...stackOf(1), edges }).edges).toEqual([]);
});

describe("SVG", () => {
  const svgOf = (graph: Graph) => draw(graph, "svg");

  test("has words for those who cannot see it", () => {
    const svg = svgOf(stackOf(2));
    expect(svg).toMatch(/^<svg [^>]*role="img"/);
    expect(svg).toContain("<title>A stack</title>");
    expect(svg).toContain("<desc>5 objects, 4 links.</desc>");
    expect(svg).toContain("<title>web-0 – attach → data-0</title>");
  });

  test.each([
    ["create", "+"],
    ["update", "~"],
    ["replace", "±"],
    ["delete", "−"],
  ] as const)("%s is a sign and a word, not a colour alone", (change, sign) => {
    expect(svgOf(stackOf(1, { change }))).toContain(`>${sign} ${change} instance</text>`);
  });

  test.each([
    ["well", "●"],
    ["waiting", "▲"],
    ["ill", "✕"],
    ["unknown", "○"],
  ] as const)("a state that is %s is a sign and a word", (health, sign) => {
    const svg = svgOf(stackOf(1, { health, status: "word" }));
    expect(svg).toContain(`>${sign}</tspan> word · small</text>`);
  });

  test("an address is whole, and the rest is in the next line", () => {
    const address = "2001:db8:1234:5678:9abc:def0:1234:5678";
    const svg = svgOf(stackOf(1, { detail: `${address} · small · eu-1` }));
    expect(svg).toContain(`>${address}</text>`);
    expect(svg).toContain(">small · eu-1</text>");
  });

  test("names are text, whatever they are", () => {
    const name = `</text><script>&"'\u0000\u009B\uD800\u202E`;
    const svg = svgOf(stackOf(1, { name, detail: name }));
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&#60;/text&#62;&#60;script&#62;&#38;&#34;&#39;");
    expect(svg).not.toMatch(/[\0\u009B\u202E]/);
    expect(svg.isWellFormed()).toBe(true);
  });
});

test("Mermaid reads no name as its own language", () => {
  const mermaidOf = (name: string) => draw(stackOf(1, { name }), "mermaid");
  expect(mermaidOf('a"b]#\n`end`')).toContain("<br/>a#34;b]#35; #96;end#96;<br/>");
  expect(mermaidOf("%%{init: {'theme':'forest'}}%%")).not.toContain("%%");
  for (const hostile of ["\u009B", "\u001B", "\u202E", "\u2066"]) {
    expect(mermaidOf(`a${hostile}b`)).not.toContain(hostile);
    expect(draw(stackOf(1, { detail: hostile, status: hostile }), "mermaid")).not.toContain(
      hostile,
    );
  }
});

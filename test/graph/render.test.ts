import { describe, expect, test } from "vitest";
import { fitted } from "../../graph/fit.ts";
import { dotOf, type Graph, mermaidOf, type Node, ordered, svgOf } from "../../graph/index.ts";
import { layoutOf, sizes } from "../../graph/layout.ts";

function node(id: string, rest: Partial<Node> = {}): Node {
  const kind = { shape: "box", noun: "instance", detail: "small", health: "well" } as const;
  return { id, name: id, ...kind, ...rest };
}

/** Two layers of so many nodes, each of the first with one of the second. */
function graphOf(count: number, rest: Partial<Node> = {}): Graph {
  const ids = Array.from({ length: count }, (_, at) => at);
  return {
    title: "A stack",
    layers: [
      { title: "Balancers", nodes: [node("lb", { shape: "hexagon" })] },
      { title: "Machines", nodes: ids.map((at) => node(`web-${at}`, rest)) },
      { title: "Storage", nodes: ids.map((at) => node(`data-${at}`, { shape: "cylinder" })) },
      { title: "Nothing", nodes: [] },
    ],
    edges: ids.flatMap((at) => [
      { from: `web-${at}`, to: `data-${at}`, label: "attach" },
      { from: "lb", to: `web-${at}`, label: "backend" },
    ]),
  };
}

/** The same in another order. */
function shuffled({ layers, edges, ...rest }: Graph): Graph {
  return {
    ...rest,
    layers: layers.map((layer) => ({ ...layer, nodes: layer.nodes.toReversed() })),
    edges: edges.toReversed(),
  };
}

test.each([1, 7, 8, 100])("%i objects a layer give the same bytes in any order", (count) => {
  const graph = graphOf(count);
  for (const render of [svgOf, mermaidOf, dotOf, (one: Graph) => JSON.stringify(ordered(one))]) {
    expect(render(shuffled(graph))).toBe(render(graph));
  }
});

test.each([1, 7, 8, 50, 150])(
  "with %i objects a layer no box is over another, or outside",
  (count) => {
    const { width, height, bands } = layoutOf(ordered(graphOf(count)));
    const places = bands.flatMap((band) => band.places);
    expect(places).toHaveLength(1 + 2 * count);
    const { box, gap } = sizes;
    for (const [at, one] of places.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(sizes.margin);
      expect(one.x + box.width).toBeLessThanOrEqual(width - sizes.margin);
      expect(one.y + box.height).toBeLessThanOrEqual(height - sizes.foot);
      for (const other of places.slice(at + 1)) {
        const isApart =
          Math.abs(one.x - other.x) >= box.width + gap.x ||
          Math.abs(one.y - other.y) >= box.height + gap.y;
        expect(isApart).toBe(true);
      }
    }
    expect(width).toBeLessThan(1700);
  },
);

test("what belongs to one machine stands below it, however many machines there are", () => {
  const places = layoutOf(ordered(graphOf(100))).bands.flatMap((band) => band.places);
  for (const at of [0, 50, 99]) {
    const [machine, volume] = ["web", "data"].map((kind) =>
      places.find(({ node: { id } }) => id === `${kind}-${at}`),
    );
    expect(volume?.x).toBe(machine?.x);
    expect((volume?.y ?? 0) - (machine?.y ?? 0)).toBeLessThan(2 * (sizes.box.height + sizes.gap.y));
  }
});

describe("text never leaves its box", () => {
  test.each([
    ["web", 10, "web"],
    ["a-very-long-name-of-a-machine", 10, "a-very-lo…"],
    ["日本語の名前", 10, "日本語の…"],
    ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 4, "👩…"],
  ])("%s in the room of %i", (text, characters, shown) => {
    expect(fitted(text, characters * 6.1, 10).replaceAll("\u200D", "")).toBe(shown);
  });

  test("in the whole picture", () => {
    const long = "x".repeat(300);
    const svg = svgOf({
      ...graphOf(1, { name: long, detail: long, noun: long, status: long }),
      title: long,
    });
    const drawn = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(
      ([, text = ""]) => text.length,
    );
    expect(Math.max(...drawn)).toBeLessThan(90);
    expect(svg).toContain(`<title>${long}</title>`);
  });
});

describe("SVG", () => {
  test("tells those who cannot see it what it shows", () => {
    const svg = svgOf(graphOf(2));
    expect(svg).toMatch(/^<svg [^>]*role="img"/);
    expect(svg).toContain("<title>A stack</title>");
    expect(svg).toContain("<desc>Balancers: 1, Machines: 2, Storage: 2; 4 links.</desc>");
    expect(svg).toContain("<title>web-0 – attach → data-0</title>");
  });

  test("has colours for dark pages, and nothing from elsewhere", () => {
    const svg = svgOf(graphOf(2));
    expect(svg).toContain("@media (prefers-color-scheme:dark)");
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
      /https?:|url\(|<script/,
    );
  });

  test("a change is a mark and a word, not a colour alone", () => {
    for (const [change, mark] of [
      ["create", "+"],
      ["update", "~"],
      ["replace", "±"],
      ["delete", "−"],
    ] as const) {
      expect(svgOf(graphOf(1, { change }))).toContain(`>${mark} ${change} instance</text>`);
    }
    expect(svgOf(graphOf(1, { change: "replace" }))).toContain("hg-second");
  });

  test("a state is a shape and a word", () => {
    const signs = (["well", "waiting", "ill", "unknown"] as const).map((health) => {
      const svg = svgOf(graphOf(1, { health, status: "said" }));
      expect(svg).toContain(">said · small</text>");
      return /class="hg-dot" d="([^"]+)"/.exec(svg)?.[1];
    });
    expect(new Set(signs).size).toBe(4);
  });

  test("what links lead away is written below", () => {
    expect(svgOf(graphOf(3))).toContain(">backend ×3</text>");
  });

  test("names are text, whatever they hold", () => {
    const svg = svgOf(graphOf(1, { name: `</text><script>&"'\u0000\uD800` }));
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&#60;/text&#62;&#60;script&#62;&#38;&#34;&#39;");
    expect(svg.isWellFormed()).toBe(true);
  });
});

test("Mermaid and DOT keep their own marks out of names", () => {
  const graph = graphOf(1, { name: 'a"b]#\n`end`' });
  expect(mermaidOf(graph)).toContain("<br/>a#34;b]#35; #96;end#96;<br/>");
  expect(dotOf(graph)).toContain('label="instance\\na\\"b]#\\n`end`\\nsmall"');
});

test("no name is a directive of Mermaid, and no id writes to the terminal", () => {
  const graph = graphOf(1, { name: "%%{init: {'theme':'forest'}}%%", id: "urn::\u001B]0;x\u0007" });
  expect(mermaidOf(graph)).not.toContain("%%");
  expect(dotOf(graph)).toContain('"urn::\uFFFD]0;x\uFFFD"');
});

test("an edge to what is not drawn is left out", () => {
  const graph = { ...graphOf(1), edges: [{ from: "lb", to: "nobody", label: "backend" }] };
  expect(ordered(graph).edges).toEqual([]);
});

test("a name of a million characters is cut as quickly as a short one", () => {
  const begun = performance.now();
  for (let time = 0; time < 100; time++) {
    expect(fitted("x".repeat(1_000_000), 61, 10)).toBe(`${"x".repeat(9)}…`);
  }
  expect(performance.now() - begun).toBeLessThan(5000);
});

import { expect, test } from "vitest";
import { type Graph, type Node, ordered } from "../../../platform/picture/index.ts";
import { layoutOf, type Point, type Size } from "../../../platform/picture/layout.ts";

type Link = readonly [from: string, label: string, to: string];

function graphOf(...links: readonly Link[]): Graph {
  const ids = new Set(links.flatMap(([from, , to]) => [from, to]));
  const rest = { noun: "instance", detail: "", health: "well" } as const;
  return {
    title: "A stack",
    nodes: [...ids].map((id) => ({ id, name: id, ...rest })),
    edges: links.map(([from, label, to]) => ({ from, label, to })),
  };
}

/** A load balancer in front of so many machines, each with a volume; some links pass by the machines. */
function stackOf(count: number): Graph {
  return graphOf(
    ["address", "assigned", "web-0"],
    ["forward", "forward", "worker"],
    ...Array.from({ length: count }, (_, at): readonly Link[] => [
      ["lb", "backend", `web-${at}`],
      [`web-${at}`, "attach", `data-${at}`],
      [`web-${at}`, "image", "golden"],
      ["lb", "reads", `data-${at}`],
    ]).flat(),
  );
}

const circle = graphOf(
  ["machine", "image", "golden"],
  ["golden", "snapshot", "builder"],
  ["builder", "image", "machine"],
);

test.each([
  ["a small stack", stackOf(3)],
  ["a large stack", stackOf(30)],
  ["links in a circle", circle],
  ["objects without links", { ...stackOf(3), edges: [] }],
])("%s: boxes and labels are apart, and only its own line meets one", (_name, graph) => {
  const { width, height, parts } = layoutOf(ordered(graph), boxSize, () => labelSize);
  const whole = { x: width / 2, y: height / 2, width, height };
  const boxes = parts.flatMap((part) => part.boxes.map((box) => moved(box, part)));
  const labels = parts.flatMap((part) =>
    part.lines.map((line) => moved({ ...line, ...labelSize }, part)),
  );
  const all = [...boxes, ...labels];
  expect([boxes.length, labels.length]).toEqual([graph.nodes.length, graph.edges.length]);
  for (const [at, one] of all.entries()) {
    expect(cornersOf(one).every((corner) => isInside(corner, whole, 0))).toBe(true);
    expect(all.slice(at + 1).filter((other) => overlap(one, other))).toEqual([]);
  }
  for (const part of parts) {
    for (const { line, edge } of part.lines) {
      const points = pointsOf(line).map((point) => moved(point, part));
      const met = all.filter((one) => points.some((point) => isInside(point, one, 1)));
      expect(met).toMatchObject([{ edge }]);
    }
  }
});

const labelSize = { width: 60, height: 16 };

/** Wide and narrow, high and low boxes in one column. */
function boxSize({ name }: Node): Size {
  return { width: name.endsWith("1") ? 400 : 120, height: name.endsWith("2") ? 120 : 60 };
}

/** A part's things in the coordinates of the picture. */
function moved<P extends Point>(thing: P, { x, y }: Point): P {
  return { ...thing, x: thing.x + x, y: thing.y + y };
}

type Rectangle = Point & Size;

function isInside(point: Point, { x, y, width, height }: Rectangle, margin: number): boolean {
  return (
    Math.abs(point.x - x) <= width / 2 - margin && Math.abs(point.y - y) <= height / 2 - margin
  );
}

function cornersOf({ x, y, width, height }: Rectangle): readonly Point[] {
  const [right, bottom] = [x + width / 2, y + height / 2];
  return [
    { x: right, y: bottom },
    { x: right - width, y: bottom - height },
  ];
}

function overlap(one: Rectangle, other: Rectangle): boolean {
  return (
    Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
    Math.abs(one.y - other.y) < (one.height + other.height) / 2
  );
}

/** Points of a path of the commands M, H and C, close to each other. */
function pointsOf(path: string): readonly Point[] {
  let [x, y] = [0, 0];
  return [...path.matchAll(/([MHC])([^MHC]*)/g)].flatMap(([, command, given = ""]) => {
    const numbers = given.trim().split(" ").map(Number);
    const from = { x, y };
    const [toX = 0, toY = y] = command === "C" ? numbers.slice(-2) : numbers;
    [x, y] = [toX, toY];
    if (command === "M") return [];
    const control = command === "C" ? (numbers[0] ?? 0) : (from.x + x) / 2;
    return Array.from({ length: 50 }, (_, at) => {
      const t = at / 49;
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
      return { x: a * from.x + (b + c) * control + d * x, y: (a + b) * from.y + (c + d) * y };
    });
  });
}

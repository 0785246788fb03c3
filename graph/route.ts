import { type Layout, type Place, sizes } from "./layout.ts";

/** The way of an edge as the path of an SVG, and the point of its arrow. */
export interface Route {
  readonly line: string;
  readonly head: string;
}

const { box, gap } = sizes;

/** As far as from one row to the next, also of another band. */
const nextRow = gap.y + sizes.bandTitle + sizes.seam;

/** Below what is written under a box. */
const belowLabels = 21;
/** Above the box that is led to. */
const aboveBox = 8;

/**
 * A curve; in a layout that is split, what leads further than to the next row runs between the columns,
 * where those that go the same way share a line. What leads sideways or up leaves at the top.
 */
export function routeOf(from: Place, to: Place, { isSplit }: Pick<Layout, "isSplit">): Route {
  const isDown = to.y > from.y;
  const start = { x: from.x + box.width / 2, y: isDown ? from.y + box.height : from.y };
  const isLevel = to.y === from.y;
  const end = { x: to.x + box.width / 2, y: isDown || isLevel ? to.y : to.y + box.height };
  const distance = Math.abs(end.y - start.y);
  const points = isDown || isLevel ? -6 : 6;
  const head = `M${end.x} ${end.y}l-4 ${points}h8z`;
  if (isSplit && distance > nextRow) return { line: betweenColumns(start, end, to), head };
  const bend = Math.max(18, distance / 2) * (isDown ? 1 : -1);
  const into = isLevel ? end.y + bend : end.y - bend;
  return {
    line: `M${start.x} ${start.y}C${start.x} ${start.y + bend} ${end.x} ${into} ${end.x} ${end.y}`,
    head,
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function betweenColumns(start: Point, end: Point, to: Place): string {
  const isDown = end.y > start.y;
  const out = isDown ? start.y + belowLabels : start.y - aboveBox;
  const into = isDown ? end.y - aboveBox : end.y + belowLabels;
  const lane = to.x - gap.x / 2 + (isDown ? -4 : 4);
  return `M${start.x} ${start.y}V${out}H${lane}V${into}H${end.x}V${end.y}`;
}

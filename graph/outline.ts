import type { Shape } from "./graph.ts";

/** The outline of a shape of a size, as the path of an SVG. */
export function outlineOf(shape: Shape, width: number, height: number): string {
  return outlines[shape](width, height);
}

type Outline = (width: number, height: number) => string;

const outlines: Readonly<Record<Shape, Outline>> = {
  box: (w, h) => rounded(w, h, 4),
  pill: (w, h) => rounded(w, h, 20),
  hexagon: (w, h) => `M12 0h${w - 24}l12 ${h / 2}l-12 ${h / 2}h${24 - w}l-12 ${-h / 2}z`,
  cylinder: (w, h) =>
    `M0 5a${w / 2} 5 0 0 1 ${w} 0v${h - 10}a${w / 2} 5 0 0 1 ${-w} 0zM${w} 5a${w / 2} 5 0 0 1 ${-w} 0`,
  note: (w, h) => `M0 0h${w - 12}l12 12v${h - 12}h${-w}zM${w - 12} 0v12h12`,
};

function rounded(width: number, height: number, radius: number): string {
  const corner = `a${radius} ${radius} 0 0 1`;
  return `M${radius} 0h${width - 2 * radius}${corner} ${radius} ${radius}v${height - 2 * radius}${corner}-${radius} ${radius}h${2 * radius - width}${corner}-${radius}-${radius}v${2 * radius - height}${corner} ${radius}-${radius}z`;
}

import type { Frame, Run } from "./film.ts";

/** Frames of a terminal and where they are in the picture. */
export interface Pane {
  readonly frames: readonly Frame[];
  /** Row of the picture in which the terminal begins. */
  readonly row: number;
  /** Second from which it is not there any more. */
  readonly until: number;
}

export interface Recording {
  /** Read out by those who read pictures out. */
  readonly title: string;
  readonly panes: readonly Pane[];
  readonly columns: number;
  readonly rows: number;
  readonly seconds: number;
}

/** A line that is shown in some spans of time. */
interface Shown {
  readonly line: string;
  readonly row: number;
  readonly spans: readonly (readonly [from: number, to: number])[];
}

const width = 8.43;
const height = 18;
const margin = 16;

/** The sixteen colours of a terminal as GitHub's dark theme has them. */
const colours = [
  ...["#6e7681", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"],
  ...["#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#f0f6fc"],
];

/** Who wants no motion sees the end. */
const style = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e6edf3}
.b{font-weight:bold}
${colours.map((colour, at) => `.c${at}{fill:${colour}}`).join("")}
use,path{visibility:hidden}
@media (prefers-reduced-motion:reduce){use,path{visibility:hidden!important}.end{visibility:visible!important}}`;

/** An SVG that plays in a page's `<img>`: each line is there once, and is shown and hidden. */
export function drawRecording({ title, panes, columns, rows, seconds }: Recording): string {
  const right = Math.ceil(columns * width) + 2 * margin;
  const bottom = rows * height + 2 * margin;
  const shown = panes.flatMap(shownIn);
  const names = new Map<string, string>();
  for (const { line } of shown) names.set(line, names.get(line) ?? `t${names.size}`);
  const lines = [...names].map(([line, name]) => `<text id="${name}">${line}</text>`);
  const uses = shown.map(({ line, row, spans }) => {
    const y = margin + row * height + 13;
    return `<use href="#${names.get(line)}" y="${y}"${playing("use", spans, seconds)}`;
  });
  const borders = panes
    .filter(({ row }) => row > 0)
    .map(({ row, frames, until }) => {
      const y = margin + row * height - height / 2;
      const spans = [[frames[0]?.second ?? 0, until] as const];
      return `<path d="M1 ${y}H${right - 1}" stroke="#30363d"${playing("path", spans, seconds)}`;
    });
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${right} ${bottom}" width="${right}" height="${bottom}" xml:space="preserve">
<title>${escaped(title)}</title>
<style>
${style}
</style>
<rect x=".5" y=".5" width="${right - 1}" height="${bottom - 1}" rx="8" fill="#0d1117" stroke="#30363d"/>
<defs>
${lines.join("\n")}
</defs>
${[...borders, ...uses].join("\n")}
</svg>
`;
}

/** The end of an element that is there in these spans of time, over and over. */
function playing(name: string, spans: Shown["spans"], seconds: number): string {
  const changes = spans.flatMap(([from, to]) => [
    [from, "visible"] as const,
    ...(to < seconds ? [[to, "hidden"] as const] : []),
  ]);
  const all = changes[0]?.[0] === 0 ? changes : [[0, "hidden"] as const, ...changes];
  const values = all.map(([, value]) => value).join(";");
  const times = all.map(([at]) => Number((at / seconds).toFixed(4))).join(";");
  const atEnd = values.endsWith("visible") ? ' class="end"' : "";
  return `${atEnd}><animate attributeName="visibility" calcMode="discrete" dur="${seconds.toFixed(1)}s" repeatCount="indefinite" values="${values}" keyTimes="${times}"/></${name}>`;
}

function shownIn({ frames, row: top, until }: Pane): readonly Shown[] {
  const all = new Map<string, Shown>();
  for (const [index, { second, lines }] of frames.entries()) {
    const to = Math.min(frames[index + 1]?.second ?? until, until);
    for (const [at, runs] of lines.entries()) {
      if (runs.length === 0) continue;
      const row = top + at;
      const line = runs.map(markup).join("");
      const key = `${row} ${line}`;
      const before = all.get(key)?.spans ?? [];
      const [start, end] = before.at(-1) ?? [];
      const spans =
        start !== undefined && end === second
          ? before.with(-1, [start, to])
          : [...before, [second, to] as const];
      all.set(key, { line, row, spans });
    }
  }
  return [...all.values()];
}

function markup({ column, text, colour, isBold }: Run): string {
  const names = [isBold ? "b" : "", colour === undefined ? "" : `c${colour}`].join(" ").trim();
  const x = column === undefined ? "" : ` x="${Number((margin + column * width).toFixed(1))}"`;
  const look = names === "" ? "" : ` class="${names}"`;
  return `<tspan${x}${look}>${escaped(text)}</tspan>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** The result of a benchmark. */
export interface Figure {
  readonly what: string;
  /** Of several rounds, the median. */
  readonly value: number;
  /** Of several rounds, the best one. */
  readonly best?: number;
  readonly unit: Unit;
  /** The upper bound of the figure: a time at its best, anything else as its value. */
  readonly bound?: number;
  /** The lower bound of the figure. */
  readonly least?: number;
}

/** `times` is a ratio: how many times the other side's. `windows` are those of the limit, of a minute each. */
type Unit =
  | ("ms" | "microseconds" | "s" | "bytes" | "times" | "per second")
  | ("requests" | "windows" | "nodes" | "statements" | "connections");

/** One benchmark. */
export interface Bench {
  /** Its name on the command line. */
  readonly name: string;
  /** One line: what is compared with what. */
  readonly title: string;
  run(): Promise<readonly Figure[]>;
}

/** Whether a figure is within its bound; undefined when it has none. */
export function held(figure: Figure): boolean | undefined {
  const { value, best = value, bound, least } = figure;
  if (least !== undefined) return value >= least;
  if (bound === undefined) return undefined;
  return isJudgedAtBest(figure) ? best <= bound : value <= bound;
}

/** Figures as aligned columns: what, figure, bound, verdict. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [["what", "figure", "bound", ""], ...figures.map(rowOf)];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows
    .map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `  ${line.trimEnd()}`)
    .join("\n");
}

/** How many figures are within their bounds, as one line. */
export function verdictOf(figures: readonly Figure[]): string {
  const verdicts = figures.map(held).filter((verdict) => verdict !== undefined);
  return `${verdicts.filter(Boolean).length} of ${verdicts.length} figures within their bounds`;
}

/** Other work on the machine only ever adds to a time, while it slows both sides of a ratio. */
function isJudgedAtBest({ unit, best }: Figure): boolean {
  return unit === "ms" && best !== undefined;
}

function rowOf(figure: Figure): string[] {
  const { what, value, best, unit, bound, least } = figure;
  const extra = best === undefined ? "" : ` (best ${format(best, unit)})`;
  const cells = [what, format(value, unit) + extra];
  const verdict = held(figure) ? "held" : "missed";
  if (least !== undefined) return [...cells, `at least ${format(least, unit)}`, verdict];
  if (bound === undefined) return cells;
  const judged = isJudgedAtBest(figure) ? "best at most" : "at most";
  return [...cells, `${judged} ${format(bound, unit)}`, verdict];
}

function format(value: number, unit: Unit): string {
  const digits = unit === "times" ? 2 : 0;
  const number = value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${number} ${unit}`;
}

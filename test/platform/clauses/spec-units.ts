import { cells, section, sections } from "../../contract/spec-tables.ts";
import type { Clause } from "./clause.ts";

/** A sentence, a point or a table row of the specification. */
interface Unit {
  /** Its section; of a point in a numbered section, with the point's number: `7.5`. */
  readonly spec: string;
  readonly text: string;
  /** Where in the text something is stated: the whole of a sentence, each cell of a row. */
  readonly parts: readonly Range[];
}

type Range = readonly [start: number, end: number];

/** Everything that the specification states. */
const units: readonly Unit[] = sections.flatMap((number) => {
  const lines = section(number);
  return lines.flatMap((line, at) => unitsOf(number, line, lines[at + 1] ?? ""));
});

/** The unit that a clause quotes: the first one of its section with its words. */
export function quoted(clause: Clause): Unit | undefined {
  return units.find((unit) => unit.spec === clause.spec && rangesOf(clause, unit).length > 0);
}

/** Statements that none of the clauses quotes. */
export function unquoted(clauses: readonly Clause[]): readonly string[] {
  const byUnit = Map.groupBy(clauses, quoted);
  return units.flatMap((unit) => {
    const ranges = (byUnit.get(unit) ?? []).flatMap((clause) => rangesOf(clause, unit));
    const open = unit.parts.filter(
      ([start, end]) => !ranges.some(([from, to]) => from < end && to > start),
    );
    return open.map(([start, end]) => `${unit.spec}: ${unit.text.slice(start, end)}`);
  });
}

/** Where a text has a clause's words; empty where not all of them are there, in their order. */
function rangesOf({ words }: Clause, { text }: Unit): readonly Range[] {
  const ranges: Range[] = [];
  for (const piece of words.split(" … ")) {
    const start = text.indexOf(piece, ranges.at(-1)?.[1] ?? 0);
    if (start < 0) return [];
    ranges.push([start, start + piece.length]);
  }
  return ranges;
}

function unitsOf(number: string, line: string, next: string): readonly Unit[] {
  const isHeading = next.startsWith("|---");
  if (line === "" || line.startsWith("|---") || isHeading) return [];
  if (line.startsWith("|")) return [rowUnit(number, cells(line))];
  const [, point, text = ""] = /^(?:- |(\d+)\. )?(.*)$/.exec(line) ?? [];
  // The points of 4.3 are notes; those of 5 and 7 are cited by their numbers.
  const spec = point === undefined || number.includes(".") ? number : `${number}.${point}`;
  const sentences = text.split(/(?<=(?<!e\.g)[.;]) +/);
  return sentences.filter(states).map((one) => ({ spec, text: one, parts: [[0, one.length]] }));
}

function rowUnit(spec: string, row: readonly string[]): Unit {
  const filled = row.filter((cell) => cell !== "");
  const parts: Range[] = [];
  for (const cell of filled) {
    const start = parts.length === 0 ? 0 : (parts.at(-1)?.[1] ?? 0) + 1;
    parts.push([start, start + cell.length]);
  }
  return { spec, text: filled.join(" "), parts };
}

/** False for the words that only announce a list or table. */
function states(sentence: string): boolean {
  return !/^[^.;]*:$/.test(sentence);
}

import { readFileSync } from "node:fs";

/** One row of a table of the specification: column heading → cell, without backticks. */
export type Row = Readonly<Record<string, string>>;

const lines = readFileSync(new URL("../fixtures/spec-endpoints.md", import.meta.url), "utf8")
  .replaceAll("`", "")
  .split("\n");

/** The text of a section of the specification, e.g. "2.7"; subsections are separate sections. */
export function section(number: string): readonly string[] {
  const start = lines.findIndex((line) => line.startsWith("#") && line.split(" ")[1] === number);
  const fromTop = start < 0 ? lines.findIndex((line) => line.startsWith(`## ${number}.`)) : start;
  if (fromTop < 0) throw new Error(`the fixture has no section ${number}`);
  const rest = lines.slice(fromTop + 1);
  const end = rest.findIndex((line) => line.startsWith("#"));
  return end < 0 ? rest : rest.slice(0, end);
}

/** The numbers of all sections, in order. */
export const sections: readonly string[] = lines.flatMap((line) => {
  const [, number] = /^##+ (\d[\d.a]*?)\.? /.exec(line) ?? [];
  return number === undefined ? [] : [number];
});

/** The tables of a section, each as its rows. */
function tables(number: string): readonly (readonly Row[])[] {
  const found: string[][] = [];
  let inTable = false;
  for (const line of section(number)) {
    const isRow = line.startsWith("|");
    if (isRow && !inTable) found.push([]);
    if (isRow) found.at(-1)?.push(line);
    inTable = isRow;
  }
  return found.map(([heading = "", _rule, ...rows]) => {
    const columns = cells(heading);
    return rows.map((row) => {
      const values = cells(row);
      return Object.fromEntries(columns.map((column, at) => [column, values[at] ?? ""]));
    });
  });
}

/** The rows of the first table of a section that has the column. */
export function rowsWith(number: string, column: string): readonly Row[] {
  const found = tables(number).find(([first]) => first !== undefined && column in first);
  if (found === undefined) throw new Error(`section ${number} has no table with ${column}`);
  return found;
}

/** The fields of a request, as the first table of a section lists them. */
export function fieldsOf(number: string): readonly string[] {
  return rowsWith(number, "Field").map((row) => String(row["Field"]));
}

/** The cells of a table's row. */
export function cells(line: string): readonly string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

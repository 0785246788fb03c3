import { z } from "zod";
import { plainText, shortened } from "../../provider/display.ts";
import { wordsOf } from "../words.ts";
import { wrap } from "../wrap.ts";

const Line = z.looseObject({
  project: z.string(),
  id: z.string(),
  name: z.string(),
  what: z.string(),
  amount: z.number(),
});
type Line = z.output<typeof Line>;

const Unpriced = z.looseObject({
  project: z.string(),
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  what: z.string(),
});
type Unpriced = z.output<typeof Unpriced>;

/** The answer of the control API. */
export const Bill = z.looseObject({
  time: z.string(),
  currency: z.string(),
  lines: z.array(Line),
  total: z.number(),
  unpriced: z.array(Unpriced),
});

/** A bill for people: by project and price the things that cost most, and what has no price. */
export function billText(bill: z.output<typeof Bill>, columns = widest): string {
  const width = Math.max(narrowest, Math.min(columns, widest));
  const { time, currency, lines, total, unpriced } = bill;
  const head = `Monthly cost at present prices, ${time.slice(0, 16).replace("T", " ")} UTC, in ${currency}`;
  return [
    wrap(head, width, 2),
    "",
    ...groupsOf(lines, ({ project }) => project).flatMap((of) => projectText(of, width)),
    row("total", total, width),
    ...unpricedText(unpriced, width),
  ].join("\n");
}

const narrowest = 60;
const widest = 80;
const mostThings = 10;
const amountWidth = 12;

function projectText(lines: readonly Line[], width: number): readonly string[] {
  const project = plainText(lines[0]?.project ?? "");
  return [
    row(`project ${project}`, sumOf(lines), width),
    ...groupsOf(lines, ({ what }) => what).flatMap((same) => itemText(same, width)),
  ];
}

/** One price and what is paid by it; of many things those that cost most, and the rest as one. */
function itemText(lines: readonly Line[], width: number): readonly string[] {
  const dearest = lines.toSorted((one, other) => other.amount - one.amount);
  const shown = dearest.length > mostThings + 1 ? dearest.slice(0, mostThings) : dearest;
  const rest = dearest.slice(shown.length);
  return [
    `  ${wrap(lines[0]?.what ?? "", width - 2, 4)}`,
    ...shown.map((line) => row(`    ${nameOf(line)}`, line.amount, width)),
    ...(rest.length === 0 ? [] : [row(`    ${rest.length} more`, sumOf(rest), width)]),
  ];
}

/** A text on the left, which gives way, and an amount of cents on the right. */
function row(text: string, cents: number, width: number): string {
  const room = width - amountWidth;
  const amount = `$${(cents / 100).toFixed(2)}`;
  return `${shortened(text, room - 1).padEnd(room)}${amount.padStart(amountWidth)}`;
}

function unpricedText(unpriced: readonly Unpriced[], width: number): readonly string[] {
  if (unpriced.length === 0) return [];
  const groups = groupsOf(unpriced, ({ project, kind, what }) =>
    JSON.stringify([project, kind, what]),
  );
  const left = groups.length - mostThings;
  return [
    "",
    "Not counted, as there is no price of it:",
    ...groups.slice(0, mostThings).map((same) => `  ${wrap(unpricedLine(same), width - 2, 4)}`),
    ...(left > 0 ? [`  and ${left} lines more, with --json`] : []),
  ];
}

/** `project shop, instance web, db: the price of a plan is not shown` */
function unpricedLine(same: readonly Unpriced[]): string {
  const { project = "", kind = "", what = "" } = same[0] ?? {};
  const left = same.length - mostThings;
  const more = left > 0 ? ` and ${left} more` : "";
  const names = `${same.slice(0, mostThings).map(nameOf).join(", ")}${more}`;
  return `project ${plainText(project)}, ${wordsOf(kind)} ${names}: ${what}`;
}

/** A thing without a name is known by its id. */
function nameOf({ name, id }: { readonly name: string; readonly id: string }): string {
  return plainText(name || id);
}

function groupsOf<T>(items: readonly T[], key: (item: T) => string): readonly (readonly T[])[] {
  return [...Map.groupBy(items, key).values()];
}

function sumOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

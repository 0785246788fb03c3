import { subjectText } from "../preview/subject.ts";
import type { Style, Terminal } from "../terminal.ts";
import { wrap } from "../wrap.ts";
import { adoptedText, costText, leftOutText, requestsText } from "./figures.ts";
import { countsOf, fieldsOf, type Group, groupsOf, remarksOf } from "./groups.ts";
import type { Plan } from "./plan.ts";
import { keepText } from "./renames.ts";

/** A plan for a terminal: one screen, however many resources there are. */
export function textOf(plan: Plan, terminal: Pick<Terminal, "columns" | "style">): string {
  const width = terminal.columns ?? usualWidth;
  const line = (label: string, text: string) => {
    return `${label.padEnd(labelWidth)}${wrap(text, width - labelWidth, labelWidth)}`.trimEnd();
  };
  const groups = groupsOf(plan.changes);
  return [
    wrap(`Plan of ${plan.project}/${plan.stack}: ${headline(plan)}`, width, 2),
    ...(groups.length === 0 ? [] : [""]),
    ...groups.map((group) => groupText(group, terminal, width)),
    "",
    ...labelled("renamed", firstOf(plan.renamed.map(keepText))).map(([label, text]) =>
      line(label, text),
    ),
    ...labelled("unprotects", firstOf(plan.unprotected)).map(([label, text]) => line(label, text)),
    line("cost", costText(plan)),
    line("requests", requestsText(plan)),
    ...labelled("relies on", relianceOf(plan)).map(([label, text]) => line(label, text)),
    ...labelled("exceptions", firstOf(plan.exceptions)).map(([label, text]) => line(label, text)),
    ...labelled("warning", firstOf(plan.warnings)).map(([label, text]) => line(label, text)),
    ...labelled("note", [adoptedText(plan) ?? [], leftOutText(plan) ?? []].flat()).map(
      ([label, text]) => line(label, text),
    ),
    "",
  ].join("\n");
}

/** The changes in numbers: `1 replaced, 2 updated, 7 stay the same`. */
export function headline({ changes, unchanged, others }: Plan): string {
  const parts = [
    ...(changes.length === 0 ? ["nothing changes"] : countsOf(changes)),
    ...(unchanged === 0 ? [] : [`${unchanged} unchanged`]),
    ...(others === 0 ? [] : [`${others} of other packages not looked at`]),
  ];
  return parts.join(", ");
}

const usualWidth = 100;
const labelWidth = 11;
const mostNames = 8;
const mostLines = 5;

const marks: Readonly<Record<string, readonly [mark: string, style: Style]>> = {
  delete: ["-", "red"],
  replace: ["±", "magenta"],
  update: ["~", "yellow"],
  create: ["+", "green"],
  adopt: ["+", "green"],
};

function groupText(group: Group, terminal: Pick<Terminal, "style">, width: number): string {
  const { action } = group.first;
  const [mark, format] = marks[action] ?? ["·", "dim"];
  const head = `${mark} ${action}`.padEnd(labelWidth);
  const fields = fieldsOf(group);
  const subject = subjectText(group.changes, mostNames);
  const told = [fields === "" ? subject : `${subject}: ${fields}`, remarksOf(group).join("; ")];
  const lines = told
    .filter((text) => text !== "")
    .map((text) => wrap(text, width - labelWidth, labelWidth));
  return `${terminal.style(format, head)}${lines.join(`\n${" ".repeat(labelWidth)}`)}`;
}

function relianceOf({ undocumented }: Plan): readonly string[] {
  if (undocumented.length === 0) return [];
  const routes = firstOf(undocumented.map(({ route, what }) => `${route} (${what})`));
  return ["what the API's documentation does not show:", ...routes];
}

function firstOf(texts: readonly string[]): readonly string[] {
  const left = texts.length - mostLines;
  if (left <= 0) return texts;
  return [...texts.slice(0, mostLines), `and ${left} more, with --json or --format markdown`];
}

/** The label before the first text, and the same width before the others. */
function labelled(label: string, texts: string | readonly string[]) {
  return [texts].flat().map((text, at) => [at === 0 ? label : "", text] as const);
}

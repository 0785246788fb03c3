import type { Style, Terminal } from "../terminal.ts";
import { wrap } from "../wrap.ts";
import { type Entry, entriesOf, headline, type Report } from "./report.ts";

/** A report for a terminal. */
export function textOf(report: Report, terminal: Pick<Terminal, "columns" | "style">): string {
  const width = terminal.columns ?? usualWidth;
  const line = (label: string, text: string, style?: Style) => {
    const start = style === undefined ? label : terminal.style(style, label);
    const space = " ".repeat(Math.max(1, labelWidth - label.length));
    return `${start}${space}${wrap(text, width - labelWidth, labelWidth)}`;
  };
  const linesOf = ({ is, subject, facts, ways }: Entry) => [
    line(marks[is][0], subject, marks[is][1]),
    ...facts.map((fact) => line("", fact)),
    ...ways.flatMap(({ label, says, code }) => [
      line(`  ${label}`, says),
      ...(code === undefined ? [] : [code.trimEnd().replace(/^/gm, " ".repeat(labelWidth))]),
    ]),
  ];
  const { drift } = report;
  const of = drift === undefined ? "the account" : `${drift.project}/${drift.stack}`;
  return [
    wrap(`Drift of ${of}: ${headline(report)}`, width, 2),
    ...entriesOf(report).flatMap((entry) => ["", ...linesOf(entry)]),
    ...(drift?.warnings ?? []).flatMap((warning) => ["", line("! warning", warning, "yellow")]),
    "",
  ].join("\n");
}

const usualWidth = 100;
const labelWidth = 13;

const marks: Readonly<Record<Entry["is"], readonly [label: string, style: Style]>> = {
  changed: ["~ changed", "yellow"],
  missing: ["- missing", "red"],
  unread: ["? unread", "magenta"],
  stopped: ["? stopped", "magenta"],
  frozen: ["? frozen", "magenta"],
  unmanaged: ["+ unmanaged", "green"],
  unclear: ["? unclear", "magenta"],
};

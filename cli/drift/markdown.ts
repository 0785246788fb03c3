import { block, code, inline } from "../markdown.ts";
import { type Entry, entriesOf, headline, type Report } from "./report.ts";

/** A report for a pull request or an issue. */
export function markdownOf(report: Report): string {
  const { drift } = report;
  const of = drift === undefined ? "the account" : code(`${drift.project}/${drift.stack}`);
  const sections = [
    `### Drift of ${of}: ${headline(report)}`,
    ...entriesOf(report).map(itemOf),
    ...(drift?.warnings ?? []).map((warning) => `- **warning** ${inline(warning)}`),
  ];
  return `${sections.join("\n\n")}\n`;
}

function itemOf({ is, subject, facts, ways }: Entry): string {
  const lines = [
    `- **${is}** ${inline(subject)}`,
    ...facts.map((fact) => `  - ${inline(fact)}`),
    ...ways.map(({ label, says, code: lines }) => {
      const text = `  - **${label}** ${inline(says)}`;
      return lines === undefined
        ? text
        : `${text}\n\n${block(lines, "ts").replace(/^/gm, "    ")}\n`;
    }),
  ];
  return lines.join("\n");
}

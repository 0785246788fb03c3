import { formatCost, ownText } from "../../contract/costs/index.ts";
import { definitions } from "../../resources/_registry.ts";
import { code, inline, table } from "../markdown.ts";
import { subjectText } from "../preview/subject.ts";
import { adoptedText, costText, leftOutText, requestsText } from "./figures.ts";
import { actionWords, fieldsOf, type Group, groupsOf, remarksOf } from "./groups.ts";
import type { Plan } from "./plan.ts";
import { keepText } from "./renames.ts";
import { headline } from "./text.ts";

/** A plan for a pull request: what matters in a table, the rest folded. */
export function markdownOf(
  plan: Plan,
  findings: readonly string[],
  fingerprint: string | undefined,
): string {
  const groups = groupsOf(plan.changes);
  const sections = [
    `### Plan of ${code(`${plan.project}/${plan.stack}`)}: ${headline(plan)}`,
    ...findings.map((finding) => `> **Fails on** ${inline(finding)}`),
    groups.length === 0 ? undefined : table(["", "resource", "change", ""], groups.map(row)),
    plan.renamed.map((one) => `**Renamed** ${inline(keepText(one))}`).join("  \n"),
    unprotectedText(plan),
    `**Cost** ${costText(plan)}  \n**Requests** ${requestsText(plan)}`,
    adoptedText(plan),
    leftOutText(plan),
    plan.exceptions.map((text) => `**Exception** ${inline(text)}`).join("  \n"),
    folded("Warnings", plan.warnings.map((text) => `- ${inline(text)}`).join("\n")),
    folded("Every resource", isWhole(groups) ? "" : everyResource(plan)),
    folded("Cost of each resource", costTable(plan)),
    folded("Not shown in the API's documentation", gapsText(plan)),
    folded("Fingerprint, for `--expect`", fingerprint === undefined ? "" : code(fingerprint)),
  ];
  return `${sections.filter((section) => section !== undefined && section !== "").join("\n\n")}\n`;
}

function unprotectedText({ unprotected }: Plan): string {
  return unprotected.length === 0 ? "" : `**Unprotects** ${inline(unprotected.join(", "))}`;
}

const mostNames = 6;

function isWhole(groups: readonly Group[]): boolean {
  return groups.every(({ changes }) => changes.length <= mostNames);
}

function row(group: Group): readonly string[] {
  const { action } = group.first;
  const word = action === "same" ? action : actionWords[action];
  const subject = subjectText(group.changes, mostNames, code);
  return [`**${word}**`, subject, fieldsOf(group, code), inline(remarksOf(group).join("; "))];
}

function everyResource({ changes }: Plan): string {
  return changes.map(({ action, noun, name }) => `- ${action} ${noun} ${code(name)}`).join("\n");
}

function costTable({ cost: { before, after } }: Plan): string {
  const was = new Map(before.lines.map((line) => [`${line.type} ${line.name}`, line]));
  const rows = after.lines
    .filter(({ monthly, unpriced }) => monthly !== 0 || unpriced !== undefined)
    .map((line) => {
      const { type, name = "", unpriced = "" } = line;
      const old = was.get(`${type} ${name}`);
      const noun = definitions.get(type)?.noun ?? type;
      const sums = [old === undefined ? "" : formatCost(old), formatCost(line)];
      const besides = [ownText(line), unpriced].filter((text) => text !== "").join("; ");
      return [`${noun} ${code(name)}`, ...sums, inline(besides)];
    });
  return rows.length === 0 ? "" : table(["resource", "before", "after", "besides"], rows);
}

function gapsText({ undocumented, changes }: Plan): string {
  const routes = undocumented.map(({ route, what }) => `- ${code(route)} ${what}`);
  const gaps = [...new Set(changes.map(({ type }) => type))].flatMap((type) => {
    return (definitions.get(type)?.gaps ?? []).map((gap) => `- ${type}: ${inline(gap)}`);
  });
  return [...routes, ...gaps].join("\n");
}

function folded(title: string, text: string): string | undefined {
  if (text === "") return undefined;
  return `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;
}

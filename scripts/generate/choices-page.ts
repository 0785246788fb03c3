import type { Choice } from "../../platform/choices/choice.ts";
import { choiceNames } from "../../platform/choices/choices.ts";
import { presets } from "../../platform/choices/preset.ts";
import { choiceTable } from "../../platform/choices/table.ts";
import { code, page, section, table } from "./markdown.ts";

/** Every choice of the embedded platform with its values. */
export function choicesPage(): string {
  const groups = Map.groupBy(choiceNames, (name) => name.split(".")[0] ?? "");
  const sections = [...groups].map(([group, names]) => {
    const rows = names.map((name) => {
      const row: Choice = choiceTable[name];
      const columns = presets.map((preset) => code(String(row[preset])));
      const values = row.values.map((value) => code(String(value))).join(", ");
      const sections = row.spec.split(", ").map((number) => `spec ${number}`);
      return [code(name), row.open, values, ...columns, sections.join(", ")];
    });
    const headings = ["name", "what is left open", "values", ...presets, "section"];
    return section(code(group), table(headings, rows));
  });
  return page(
    "Choices of the embedded platform",
    "What the specification leaves open and the embedded platform has to settle. `ours` is how it behaves by itself, `strict` refuses most of what may be refused, and `strange` is how somebody else read the same text: a program that works with all three does not depend on one reading.",
    '```ts\nplatform.configure({ preset: "strict", choices: { "answers.list": "items" } });\n```',
    "They are kept in the platform's file. What this package itself takes as true about a platform is in [assumptions](assumptions.md); these can be set on the embedded platform in the same way, under `assumptions`.",
    ...sections,
  );
}

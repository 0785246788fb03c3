import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { page, table } from "./markdown.ts";
import { SourceProblem } from "./source-problem.ts";

export const decisionsFolder = "docs/decisions";

/** Every record by its title. */
export function decisionsPage(root: string): string {
  const files = readdirSync(join(root, decisionsFolder)).filter((file) => /^\d/.test(file));
  const rows = files.toSorted().map((file) => {
    const text = readFileSync(join(root, decisionsFolder, file), "utf8");
    const [, number, title] = /^# (\d+) (.+)$/m.exec(text) ?? [];
    if (number !== undefined && title !== undefined) return [`[${number}](${file})`, title];
    throw new SourceProblem(`${decisionsFolder}/${file} has no title like "# 0024 What is so".`);
  });
  return page("Decisions", "Why the package is as it is.", table(["record", "decision"], rows));
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allRules } from "../../policies/_rules.ts";
import { definitions } from "../../runtime/_registry.ts";
import type { Files } from "./files.ts";
import { modelOf, strayExamples, usersOf } from "./model.ts";
import { packManifest, policiesPage } from "./policies.ts";
import { withResourceTable } from "./readme.ts";
import { problemsOf, referenceFolder, referencePages } from "./reference.ts";
import type { Sources } from "./sources.ts";

export { referenceFolder } from "./reference.ts";

/** What follows from the definitions: the pages and the policy pack's manifest, and what people have to mend, one line each. */
export function pagesOf(sources: Sources): {
  readonly pages: Files;
  readonly problems: readonly string[];
} {
  const { root } = sources;
  const model = modelOf(sources, definitions);
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const pages = new Map([
    ["README.md", withResourceTable(readme, model.classes)],
    ["policies/package.json", packManifest(readFileSync(join(root, "package.json"), "utf8"))],
    [`${referenceFolder}/policies.md`, policiesPage(allRules)],
    ...referencePages(model),
  ]);
  return { pages, problems: problemsOf(usersOf(model), strayExamples(sources)) };
}

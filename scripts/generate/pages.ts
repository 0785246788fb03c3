import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { allRules } from "../../policies/_rules.ts";
import { lookups } from "../../resources/_lookups.ts";
import { definitions } from "../../resources/_registry.ts";
import { apiPage, withApiLinks } from "../api-sections.ts";
import { conformancePage, conformanceProblems } from "./conformance.ts";
import { controlPage } from "./control-page.ts";
import { decisionsFolder, decisionsPage } from "./decisions.ts";
import { errorsPage } from "./errors.ts";
import type { Files } from "./files.ts";
import { llmsText } from "./llms.ts";
import { modelOf, strayExamples, usersOf } from "./model.ts";
import { examplePicture } from "./picture.ts";
import { pluginSchema } from "./plugin-schema.ts";
import { packManifest, policiesPage } from "./policies.ts";
import { problemsOf, referenceFolder, referencePages } from "./reference.ts";
import { settingsPage } from "./settings-page.ts";
import type { Sources } from "./sources.ts";

export { referenceFolder } from "./reference.ts";

/**
 * The files that follow from the definitions: the pages and the policy pack's manifest, and the
 * problems that people have to fix, one line each.
 */
export async function pagesOf(sources: Sources): Promise<{
  readonly pages: Files;
  /** The package schema of the plugin. */
  readonly schema: string;
  readonly problems: readonly string[];
}> {
  const { root } = sources;
  const model = modelOf(sources, definitions, lookups);
  const reference = [
    [`${referenceFolder}/policies.md`, policiesPage(allRules)] as const,
    [`${referenceFolder}/control-api.md`, controlPage()] as const,
    [`${referenceFolder}/errors.md`, await errorsPage()] as const,
    [`${referenceFolder}/platform-conformance.md`, conformancePage()] as const,
    [`${referenceFolder}/platform-settings.md`, settingsPage(root)] as const,
    ...referencePages(model),
  ];
  const pages = new Map([
    ["docs/images/load-balanced-app.svg", examplePicture(root)],
    ["llms.txt", llmsText(readFileSync(join(root, "docs/README.md"), "utf8"))],
    [`${decisionsFolder}/README.md`, decisionsPage(root)],
    ["policies/package.json", packManifest(readFileSync(join(root, "package.json"), "utf8"))],
    ...reference.map(
      ([path, text]) => [path, withApiLinks(text, relative(dirname(path), apiPage))] as const,
    ),
  ]);
  const schema = pluginSchema(model, lookups);
  const problems = problemsOf(usersOf(model), strayExamples(sources));
  return { pages, schema, problems: [...problems, ...conformanceProblems()] };
}

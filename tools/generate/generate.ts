import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Files, leftFiles, staleFiles, writeFiles } from "./files.ts";
import { modelOf, readSources, type Sources, strayExamples, usersOf } from "./model.ts";
import { argumentsText, indexText, registryText } from "./modules.ts";
import { packManifest, policiesPage, rulesText } from "./policies.ts";
import { withResourceTable } from "./readme.ts";
import { problemsOf, referenceFolder, referencePages } from "./reference.ts";

/** What a run found. */
export interface Outcome {
  /** Files that were not as they should be; they are now, if the run was to write. */
  readonly stale: readonly string[];
  /** What people have to mend, one line each. */
  readonly problems: readonly string[];
}

/** Writes every generated file of the repository, or only compares them. */
export async function generate(root: string, { write }: { write: boolean }): Promise<Outcome> {
  const sources = readSources(root);
  const modules = moduleFiles(sources);
  const staleModules = staleFiles(root, modules);
  if (write) writeFiles(root, modules);
  // What follows comes from the modules: an old registry would tell of old classes.
  else if (staleModules.length > 0) return { stale: staleModules, problems: [] };
  const { definitions } = await import("../../runtime/_registry.ts");
  const { allRules } = await import("../../policies/_rules.ts");
  const model = modelOf(sources, definitions);
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const pages: Files = new Map([
    ["README.md", withResourceTable(readme, model.classes)],
    ["policies/package.json", packManifest(readFileSync(join(root, "package.json"), "utf8"))],
    [`${referenceFolder}/policies.md`, policiesPage(allRules)],
    ...referencePages(model),
  ]);
  const left = leftFiles(root, referenceFolder, pages);
  const stale = [...staleModules, ...staleFiles(root, pages), ...left];
  if (write) writeFiles(root, pages, left);
  return { stale, problems: problemsOf(usersOf(model), strayExamples(sources)) };
}

function moduleFiles({ root, resources, lookups }: Sources): Files {
  const modules = [
    ["runtime/_registry.ts", registryText(resources)],
    ["resources/_arguments.ts", argumentsText(resources, lookups)],
    ["resources/index.ts", indexText(resources, lookups)],
    ["policies/_rules.ts", rulesText(readdirSync(join(root, "policies/rules")))],
  ] as const;
  return new Map(modules.map(([path, text]) => [path, formatted(root, path, text)]));
}

/** A module in the form the formatter gives it, so that the two never undo each other's work. */
function formatted(root: string, path: string, text: string): string {
  const biome = join(root, "node_modules/.bin/biome");
  return execFileSync(biome, ["check", "--write", `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
}

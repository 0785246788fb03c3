import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { statements } from "../../provider/coordination/postgres/schema.ts";
import { type Files, leftFiles, staleFiles, writeFiles } from "./files.ts";
import {
  argumentsText,
  clausesText,
  examplesText,
  indexText,
  kindsText,
  lookupsText,
  registryText,
  rulesText,
  servedText,
} from "./modules.ts";
import { pageScriptText } from "./page-script.ts";
import { referencesIn } from "./references.ts";
import { SourceProblem } from "./source-problem.ts";
import { readSources, type Sources, slugOf } from "./sources.ts";

/** The result of a run. */
export interface Outcome {
  /** Files that were not as they should be; they are now, if the run was to write. */
  readonly stale: readonly string[];
  /** The problems that people have to fix, one line each. */
  readonly problems: readonly string[];
}

/** Writes every generated file of the repository, or only compares them. */
export async function generate(root: string, { write }: { write: boolean }): Promise<Outcome> {
  const sources = readSources(root);
  const modules = await moduleFiles(sources);
  const staleModules = staleFiles(root, modules);
  if (write) writeFiles(root, modules);
  // The pages are made of what the modules list: a stale one would tell of old kinds and classes.
  else if (staleModules.length > 0) return { stale: staleModules, problems: [] };
  const { pagesOf, referenceFolder } = await import("./pages.ts");
  const { pages, schema, problems } = await pagesOf(sources);
  const rest = new Map([
    ...pages,
    module(root, "provider/plugin/schema.json", schema),
    ["docs/coordination.sql", statements],
  ]);
  const left = leftFiles(root, referenceFolder, pages);
  const stale = [...staleModules, ...staleFiles(root, rest), ...left];
  if (write) writeFiles(root, rest, left);
  return { stale, problems };
}

async function moduleFiles(sources: Sources): Promise<Files> {
  const { root, kinds, served, clauses, resources } = sources;
  for (const source of resources) {
    const path = `test/kinds/${slugOf(source)}.ts`;
    if (existsSync(join(root, path))) continue;
    throw new SourceProblem(`${path} is missing: say there what the tests have to know of it.`);
  }
  const modules = [
    ["contract/kinds/_all.ts", kindsText(kinds)],
    ["platform/kinds/_all.ts", servedText(served)],
    ["platform/page/_script.ts", await pageScriptText(root)],
    ["test/kinds/_all.ts", examplesText(resources)],
    ["test/platform/clauses/_all.ts", clausesText(clauses)],
    ["resources/_registry.ts", registryText(resources, referencesIn(sources))],
    ["resources/_lookups.ts", lookupsText(sources.lookups)],
    ["resources/_arguments.ts", argumentsText(sources)],
    ["resources/index.ts", indexText(sources)],
    ["policies/_rules.ts", rulesText(slugsIn(root, "policies/rules"))],
  ] as const;
  return new Map(modules.map(([path, text]) => module(root, path, text)));
}

function slugsIn(root: string, folder: string): readonly string[] {
  const files = readdirSync(join(root, folder)).toSorted();
  return files.map((file) => file.replace(/\.ts$/, ""));
}

/** A module in the form the formatter gives it, so that the two never undo each other's work. */
function module(root: string, path: string, text: string): readonly [path: string, text: string] {
  const key = `${path}\n${text}`;
  const known = formatted.get(key) ?? format(root, path, text);
  formatted.set(key, known);
  return [path, known];
}

/** The formatter's result for a path and a text: starting it takes longer than all else. */
const formatted = new Map<string, string>();

function format(root: string, path: string, text: string): string {
  const biome = join(root, "node_modules/.bin/biome");
  return execFileSync(biome, ["check", "--write", `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Definition } from "../../provider/definition/definition.ts";
import type { Declarations } from "./declarations.ts";
import { classUses, sourceUses, type Use, type Users } from "./endpoint-use.ts";
import { SourceProblem } from "./source-problem.ts";
import { type ResourceSource, type Sources, slugOf } from "./sources.ts";

/** Where the examples of the pages are: files that the compiler checks. */
const exampleFolder = "docs/examples";

/** A class with everything its page needs. */
export interface ResourceClass {
  readonly source: ResourceSource;
  readonly definition: Definition;
  readonly uses: readonly Use[];
  readonly example: string;
}

/** A lookup and the requests it sends. */
export interface Lookup {
  readonly name: string;
  readonly docs: string;
  readonly uses: readonly Use[];
}

/** Everything the reference is made of. */
export interface Model {
  readonly declarations: Declarations;
  readonly classes: readonly ResourceClass[];
  readonly lookups: readonly Lookup[];
  readonly lookupExample: string;
}

/** Joins what the sources say with the definitions of the classes. */
export function modelOf(sources: Sources, definitions: ReadonlyMap<string, Definition>): Model {
  const { root, resources, lookups, declarations } = sources;
  return {
    declarations,
    classes: resources.map((source) => {
      const definition = definitionFor(source, definitions);
      const uses = classUses(definition);
      return { source, definition, uses, example: exampleText(root, slugOf(source)) };
    }),
    lookups: lookups.flatMap(({ functions, docs, file }) =>
      functions
        .filter((name) => !name.endsWith("Output"))
        .map((name) => ({ name, docs: docs.get(name) ?? "", uses: sourceUses(file) })),
    ),
    lookupExample: exampleText(root, "lookups"),
  };
}

/** The definition of a class; its type is its area and its name. */
function definitionFor(
  { path, className }: Pick<ResourceSource, "path" | "className">,
  definitions: ReadonlyMap<string, Definition>,
): Definition {
  const [area = ""] = path.split("/");
  const definition = definitions.get(`${area}:${className}`);
  if (definition === undefined) {
    throw new SourceProblem(`resources/${path}: its type must be "${area}:${className}".`);
  }
  return definition;
}

/** Who sends which requests. */
export function usersOf({ classes, lookups }: Model): Users {
  return new Map([
    ...classes.map(({ source, uses }) => [source.className, uses] as const),
    ...lookups.map(({ name, uses }) => [name, uses] as const),
  ]);
}

/** Examples that belong to no page. */
export function strayExamples({ root, resources }: Sources): readonly string[] {
  const wanted = new Set(["lookups.ts", ...resources.map((source) => `${slugOf(source)}.ts`)]);
  const found = readdirSync(join(root, exampleFolder));
  return found.filter((file) => !wanted.has(file)).map((file) => `${exampleFolder}/${file}`);
}

function exampleText(root: string, slug: string): string {
  const path = `${exampleFolder}/${slug}.ts`;
  if (existsSync(join(root, path))) return readFileSync(join(root, path), "utf8");
  throw new SourceProblem(`${path} is missing: write a program there that shows how it is used.`);
}

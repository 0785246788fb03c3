import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Definition } from "../../provider/definition/definition.ts";
import type { LookupDefinition } from "../../provider/definition/lookup.ts";
import type { ComponentSource } from "./components.ts";
import type { Declarations } from "./declarations.ts";
import { classUses, lookupUses, type Use, type Users } from "./endpoint-use.ts";
import { type NamedTypes, namesIn } from "./named-types.ts";
import { SourceProblem } from "./source-problem.ts";
import { type ResourceSource, type Sources, slugOf } from "./sources.ts";
import { parse } from "./syntax.ts";

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

/** A component with everything its page needs. */
export interface Component {
  readonly source: ComponentSource;
  readonly example: string;
}

/** Everything the reference is made of. */
export interface Model {
  readonly declarations: Declarations;
  readonly classes: readonly ResourceClass[];
  readonly lookups: readonly Lookup[];
  readonly lookupExample: string;
  readonly components: readonly Component[];
  /** Every type that an argument may have. */
  readonly named: NamedTypes;
}

/** Joins what the sources say with the definitions of the classes. */
export function modelOf(
  sources: Sources,
  definitions: ReadonlyMap<string, Definition>,
  lookups: readonly LookupDefinition[],
): Model {
  const { root, resources, components, declarations } = sources;
  const docs = new Map(sources.lookups.flatMap((lookup) => [...lookup.docs]));
  return {
    declarations,
    classes: resources.map((source) => {
      const definition = definitionFor(source, definitions);
      const uses = classUses(definition);
      return { source, definition, uses, example: exampleText(root, slugOf(source)) };
    }),
    lookups: lookups.map((lookup) => {
      const { name } = lookup;
      return { name, docs: docs.get(name) ?? "", uses: lookupUses(lookup) };
    }),
    lookupExample: exampleText(root, "lookups"),
    components: components.map((source) => ({
      source,
      example: exampleText(root, slugOf(source)),
    })),
    named: namesIn([...sources.files, ...besides.map((path) => parse(root, path))]),
  };
}

/** Where the types of arguments are that no file of a class has. */
const besides = ["resources/_arguments.ts", "provider/definition/resource-class.ts"];

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
export function strayExamples({ root, resources, components }: Sources): readonly string[] {
  const slugs = [...resources, ...components].map(slugOf);
  const wanted = new Set(["lookups.ts", ...slugs.map((slug) => `${slug}.ts`)]);
  const found = readdirSync(join(root, exampleFolder));
  return found.filter((file) => !wanted.has(file)).map((file) => `${exampleFolder}/${file}`);
}

function exampleText(root: string, slug: string): string {
  const path = `${exampleFolder}/${slug}.ts`;
  if (existsSync(join(root, path))) return readFileSync(join(root, path), "utf8");
  throw new SourceProblem(`${path} is missing: write a program there that shows how it is used.`);
}

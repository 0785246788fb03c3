import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { type ComponentSource, componentSources } from "./components.ts";
import { type Declarations, declarationsIn } from "./declarations.ts";
import { SourceProblem } from "./source-problem.ts";
import { descendants, docsOf, isExported, isResource, paragraphsOf, parse } from "./syntax.ts";

/** A resource file, as far as the generated files need it. */
export interface ResourceSource {
  /** Path below `resources/`, e.g. `storage/volume.ts`. */
  readonly path: string;
  /** Name of the exported definition. */
  readonly definition: string;
  readonly className: string;
  /** Exported interfaces and types. */
  readonly types: readonly string[];
  /** The class's documentation. */
  readonly docs: string;
  /** The argument of `defineResource`. */
  readonly facts: ts.ObjectLiteralExpression;
}

/** A lookup's file and what programs use of it. */
export interface LookupSource {
  /** Path below `resources/`, e.g. `lookups/get-image.ts`. */
  readonly path: string;
  readonly functions: readonly string[];
  /** Name of the exported definition. */
  readonly definition: string;
  readonly types: readonly string[];
  /** Documentation by function. */
  readonly docs: ReadonlyMap<string, string>;
  readonly file: ts.SourceFile;
}

/** A kind's file in the platform. */
export interface ServedSource {
  /** The constant that it exports. */
  readonly constant: string;
  /** Whether the kind has objects that can be shown. */
  readonly isShown: boolean;
}

/** The declarations in the sources, before any of them is loaded. */
export interface Sources {
  readonly root: string;
  /** Files of the kinds, like `pool-volume`. */
  readonly kinds: readonly string[];
  /** The kinds that the platform serves, by the same names. */
  readonly served: ReadonlyMap<string, ServedSource>;
  /** The constant that each file of clauses exports, by the file's name, like `2.7-volume`, in the order of the sections. */
  readonly clauses: ReadonlyMap<string, string>;
  readonly resources: readonly ResourceSource[];
  readonly lookups: readonly LookupSource[];
  readonly components: readonly ComponentSource[];
  /** Every file of the areas below `resources/`. */
  readonly files: readonly ts.SourceFile[];
  readonly declarations: Declarations;
}

/** Reads what the generated modules follow from. */
export function readSources(root: string): Sources {
  const files = areaFiles(root);
  const shared = parse(root, "provider/definition/resource-class.ts");
  return {
    root,
    kinds: kindSlugs(root),
    served: servedKinds(root),
    clauses: clauseFiles(root),
    resources: resourceSources(files),
    lookups: lookupSources(files),
    components: componentSources(files),
    files,
    declarations: declarationsIn([...files, shared, parse(root, "resources/provider.ts")]),
  };
}

/** Name of a source file without its folder and ending: the name of its page and its example. */
export function slugOf({ path }: { readonly path: string }): string {
  return basename(path, ".ts");
}

/** `pool-volume` → `poolVolume`. */
export function kindNamed(slug: string): string {
  return slug.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
}

/** The first sentence of a documentation. */
export function firstSentence(docs: string): string {
  return docs.split(/(?<=\.)\s/)[0] ?? docs;
}

/** A kind that the platform serves is written as `export const name = serveKind({ … })`, or `serveRoutes`. */
function servedKinds(root: string): ReadonlyMap<string, ServedSource> {
  const folder = "platform/kinds";
  const found = kindSlugs(root).map((slug) => {
    const path = `${folder}/${slug}.ts`;
    const made = existsSync(join(root, path)) ? constantOf(parse(root, path), servedBy) : undefined;
    return [slug, made] as const;
  });
  return new Map(
    found.flatMap(([slug, made]) => {
      if (made === undefined) return [];
      const isShown = !/^serveRoutes\(/.test(made.initializer?.getText() ?? "");
      return [[slug, { constant: made.name.getText(), isShown }]];
    }),
  );
}

/** A file of clauses begins with their section. */
function clauseFiles(root: string): ReadonlyMap<string, string> {
  const folder = "test/platform/clauses";
  const files = readdirSync(join(root, folder)).filter((file) => /^\d/.test(file));
  const { compare } = new Intl.Collator("en", { numeric: true });
  return new Map(
    files.sort(compare).map((file) => {
      const path = `${folder}/${file}`;
      const constant = constantOf(parse(root, path), /^\[/)?.name.getText();
      if (constant === undefined) throw new SourceProblem(`${path} exports no list of clauses.`);
      return [basename(file, ".ts"), constant];
    }),
  );
}

const servedBy = /\bserve(?:Kind|Routes)\(/;

function kindSlugs(root: string): readonly string[] {
  const files = readdirSync(join(root, "contract/kinds"));
  return files
    .filter((file) => !file.startsWith("_"))
    .map((file) => basename(file, ".ts"))
    .sort();
}

/** Every TypeScript file of the areas below `resources/`, in order of its path. */
export function areaFiles(root: string): readonly ts.SourceFile[] {
  const folder = join(root, "resources");
  const areas = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return areas
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
    .filter((path) => path.endsWith(".ts"))
    .sort()
    .map((path) => parse(root, `resources/${path}`));
}

/** Every file that declares a resource class. */
export function resourceSources(files: readonly ts.SourceFile[]): readonly ResourceSource[] {
  return files.flatMap(describe);
}

/** Every lookup. */
function lookupSources(files: readonly ts.SourceFile[]): readonly LookupSource[] {
  const found = files.filter(({ fileName }) => /^resources\/lookups\/get-/.test(fileName));
  return found.map((file) => {
    const functions = file.statements.filter(ts.isFunctionDeclaration).filter(isExported);
    const docs = new Map(functions.map((node) => [node.name?.text ?? "", docsOf(node)]));
    const names = [...docs.keys()].sort();
    const definition = constantOf(file, /^defineLookup\(/)?.name.getText();
    if (definition === undefined) {
      throw new SourceProblem(`${file.fileName} has no lookup: declare one with defineLookup.`);
    }
    const path = pathOf(file);
    return { path, functions: names, definition, types: exportedTypes(file), docs, file };
  });
}

function describe(file: ts.SourceFile): readonly ResourceSource[] {
  const defined = constantOf(file, /^defineResource\b/);
  if (defined === undefined) return [];
  const made = file.statements.find(isResource);
  const className = made?.name.text;
  const docs = made && paragraphsOf(made).join("\n\n");
  if (className === undefined || !docs) {
    throw new SourceProblem(`${file.fileName} has no documented class: write a comment above it.`);
  }
  const types = exportedTypes(file);
  const definition = defined.name.getText();
  return [{ path: pathOf(file), className, docs, types, definition, facts: factsOf(defined) }];
}

/** The definition is written as `export const name = defineResource<…>()({ … })`. */
function factsOf({ initializer, name }: ts.VariableDeclaration): ts.ObjectLiteralExpression {
  const facts = initializer && ts.isCallExpression(initializer) ? initializer.arguments[0] : null;
  if (facts && ts.isObjectLiteralExpression(facts)) return facts;
  throw new SourceProblem(`${name.getText()} has no facts: write them in the call.`);
}

/** The exported constant whose value is written with a call like this. */
function constantOf(file: ts.SourceFile, call: RegExp): ts.VariableDeclaration | undefined {
  const constants = file.statements
    .filter(ts.isVariableStatement)
    .filter(isExported)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  return constants.find(({ initializer }) => call.test(initializer?.getText() ?? ""));
}

function pathOf(file: ts.SourceFile): string {
  return file.fileName.replace(/^resources\//, "");
}

function exportedTypes(file: ts.SourceFile): readonly string[] {
  return descendants(file)
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    .filter((node) => isExported(node) && !isResource(node))
    .map(({ name }) => name.text)
    .sort();
}

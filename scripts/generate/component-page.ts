import ts from "typescript";
import { mentionedBy, writtenType } from "./declarations.ts";
import { typeSections } from "./field-tables.ts";
import { code, names, page, section, table } from "./markdown.ts";
import { literalsOf, type Member, membersOf } from "./members.ts";
import type { Component, Model } from "./model.ts";
import type { NamedTypes } from "./named-types.ts";
import { SourceProblem } from "./source-problem.ts";
import { slugOf } from "./sources.ts";

/** The reference page of a component. */
export function componentPage({ source, example }: Component, model: Model): string {
  const { className, docs, outputs } = source;
  const [about = "", children = ""] = docs;
  const links = linksOf(model);
  const inputs = membersOf(model.named, `${className}Args`);
  const made = membersOf(model.named, `${className}Transform`);
  refuseUndocumented(className, [...inputs, ...outputs, ...made]);
  const mentioned = outputs.map(({ type }) => writtenType(type));
  const own = new Set(mentionedBy(mentioned, model.declarations).map(({ name }) => name));
  const vocabulary = { links, named: model.named, own };
  return page(
    className,
    about,
    "A component of `pulumi-hosting/components`; how to use it: [Components](../../guides/components.md).",
    section("Example", `\`\`\`ts\n${example.trimEnd()}\n\`\`\``),
    section("Inputs", takes, inputTable(inputs, vocabulary)),
    section("Outputs", outputTable(outputs, vocabulary)),
    section("Resources it makes", children, adjusts, childTable(made, links)),
    section("Types", ...typeSections(mentioned, model.declarations)),
  );
}

function refuseUndocumented(className: string, members: readonly Member[]): void {
  const bare = members.find(({ docs }) => docs === "");
  if (bare === undefined) return;
  throw new SourceProblem(`${className}: ${bare.name} has no comment: write what it is.`);
}

const takes =
  "Inputs of a type `pulumi.Input<…>` take outputs of other resources; all others need a plain value.";
const adjusts =
  "`transform` adjusts them by kind: with inputs that replace the component's, or with a function ([how](../../guides/components.md#adjust-any-resource)).";

function inputTable(inputs: readonly Member[], vocabulary: Vocabulary): string {
  const choice = inputs.filter(({ isChoice }) => isChoice).map(({ name }) => name);
  const optional = inputs.filter((input) => !isNeeded(input));
  const rows = [...inputs.filter(isNeeded), ...optional].map((input) => {
    const { meaning, preset } = withDefault(input);
    const needed = input.isChoice ? `one of ${names(choice)}` : "required";
    const need = isNeeded(input) ? needed : preset;
    const type = typeCell(input.type, vocabulary).replace(/ \| undefined(?=`)/, "");
    return [code(input.name), type, need, meaning];
  });
  return table(["input", "type", "required, or its default", "meaning"], rows);
}

function isNeeded({ isOptional, isChoice }: Member): boolean {
  return isChoice || !isOptional;
}

/** A comment says a default as `; 2 unless given.` */
function withDefault({ docs }: Member): { readonly meaning: string; readonly preset: string } {
  const [said, preset = "optional"] = /; ([^;]+?),? unless given\./.exec(docs) ?? [];
  const isValue = said !== undefined && /^\w+$/.test(preset);
  const meaning = said === undefined ? docs : docs.replace(said, ".");
  return { meaning, preset: isValue ? code(preset) : preset };
}

function outputTable(outputs: readonly Member[], vocabulary: Vocabulary): string {
  const rows = outputs.map(({ name, type, docs }) => [
    code(name),
    typeCell(type, vocabulary),
    docs,
  ]);
  return table(["output", "type", "meaning"], rows);
}

function childTable(made: readonly Member[], links: Links): string {
  const rows = made.map(({ name, type, docs }) => [code(name), classCell(type, links), docs]);
  return table(["kind in `transform`", "class", "meaning"], rows);
}

/** `Transform<VolumeArgs>` → `Volume`. */
function classCell(type: ts.TypeNode, links: Links): string {
  const [args] = ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
  const name = args?.getText().replace(/Args$/, "") ?? "";
  return `[${code(name)}](${links.get(name)})`;
}

/** Where a page explains a name that types mention. */
type Links = ReadonlyMap<string, string>;

/** Types that a component may mention. */
interface Vocabulary {
  readonly links: Links;
  readonly named: NamedTypes;
  /** Types that the page itself explains. */
  readonly own: ReadonlySet<string>;
}

function linksOf({ classes, components }: Model): Links {
  const ofClasses = classes.flatMap(({ source }) => {
    const page = `../${slugOf(source)}.md`;
    return [
      [source.className, page],
      [`${source.className}Args`, `${page}#inputs`],
      ...source.types.map((type) => [`${type}Args`, `${page}#${type.toLowerCase()}`]),
    ];
  });
  const ofComponents = components.flatMap(({ source }) => [
    [source.className, `${slugOf(source)}.md`],
    [`${source.className}Transform`, "#resources-it-makes"],
  ]);
  const all = [...ofClasses, ...ofComponents];
  return new Map(all.map(([name = "", page = ""]) => [name, page]));
}

/** A type as it is written, texts for a name of theirs, with a link to where what it mentions is explained. */
function typeCell(type: ts.TypeNode, { links, named, own }: Vocabulary): string {
  const { mentions } = writtenType(type);
  const written = type.getText().replace(/\s+/g, " ");
  const text = mentions.reduce(
    (result, name) => result.replace(name, textsOf(named.get(name))),
    written,
  );
  const page = mentions
    .map((name) => (own.has(name) ? `#${name.toLowerCase()}` : links.get(name)))
    .find((found) => found !== undefined);
  return page === undefined ? code(text) : `[${code(text)}](${page})`;
}

/** The texts that a name stands for; any other name is itself. */
function textsOf(node: ts.DeclarationStatement | undefined): string {
  const texts = node !== undefined && ts.isTypeAliasDeclaration(node) ? literalsOf(node.type) : [];
  return texts.length === 0 ? "$&" : texts.map((text) => JSON.stringify(text)).join(" | ");
}

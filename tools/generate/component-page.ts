import ts from "typescript";
import { writtenType } from "./declarations.ts";
import { typeSections } from "./field-tables.ts";
import { code, names, page, section, table } from "./markdown.ts";
import { type Member, membersOf } from "./members.ts";
import type { Component, Model } from "./model.ts";
import { SourceProblem } from "./source-problem.ts";
import { typeWords, type Vocabulary } from "./type-words.ts";
import { vocabularyOf } from "./vocabulary.ts";

/** The reference page of a component. */
export function componentPage({ source, example }: Component, model: Model): string {
  const { className, docs, outputs } = source;
  const [about = "", children = ""] = docs;
  const vocabulary = vocabularyOf(model);
  const inputs = membersOf(model.named, `${className}Args`);
  const made = membersOf(model.named, `${className}Transform`);
  refuseUndocumented(className, [...inputs, ...outputs, ...made]);
  const mentioned = outputs.map(({ type }) => writtenType(type));
  return page(
    className,
    about,
    "A component of `pulumi-hosting/components`; how to use it: [Components](../../guides/components.md).",
    section("Example", `\`\`\`ts\n${example.trimEnd()}\n\`\`\``),
    section("Inputs", takes, inputTable(inputs, vocabulary)),
    section("Outputs", outputTable(outputs, vocabulary)),
    section("What it makes", children, adjusts, childTable(made, vocabulary)),
    section("Types", ...typeSections(mentioned, model.declarations)),
  );
}

function refuseUndocumented(className: string, members: readonly Member[]): void {
  const bare = members.find(({ docs }) => docs === "");
  if (bare === undefined) return;
  throw new SourceProblem(`${className}: ${bare.name} has no comment: write what it is.`);
}

const takes =
  "The value of an input must be there when the program runs, unless its type says that it may be an output of another resource.";
const adjusts =
  "`transform` adjusts them by kind: with inputs that replace the component's, or with a function ([how](../../guides/components.md#adjust-any-resource)).";

function inputTable(inputs: readonly Member[], vocabulary: Vocabulary): string {
  const choice = inputs.filter(({ isChoice }) => isChoice).map(({ name }) => name);
  const optional = inputs.filter((input) => !isNeeded(input));
  const rows = [...inputs.filter(isNeeded), ...optional].map((input) => {
    const { meaning, preset } = withDefault(input);
    const needed = input.isChoice ? `one of ${names(choice)}` : "required";
    const need = isNeeded(input) ? needed : preset;
    return [code(input.name), typeWords(vocabulary, input.type), need, meaning];
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
    typeWords(vocabulary, type),
    docs,
  ]);
  return table(["output", "type", "meaning"], rows);
}

function childTable(made: readonly Member[], vocabulary: Vocabulary): string {
  const rows = made.map(({ name, type, docs }) => [
    code(name),
    vocabulary.links.get(classOf(type)) ?? "",
    docs,
  ]);
  return table(["kind in `transform`", "class", "meaning"], rows);
}

/** `Transform<VolumeArgs>` → `Volume`. */
function classOf(type: ts.TypeNode): string {
  const [args] = ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
  return args?.getText().replace(/Args$/, "") ?? "";
}

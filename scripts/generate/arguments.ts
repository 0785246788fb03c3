import ts from "typescript";
import { interfaceNamed, type NamedTypes, namesIn } from "./named-types.ts";
import { classesIn } from "./references.ts";
import { SourceProblem } from "./source-problem.ts";
import type { Sources } from "./sources.ts";
import { docsOf, property } from "./syntax.ts";

/** The source of the arguments. */
export type ArgumentSources = Pick<Sources, "resources" | "lookups" | "files">;

/** A generated module and the types that it exports. */
export interface ArgumentsModule {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * `resources/_arguments.ts`: what the constructors and the twins of the lookups take. Every value may
 * be an output, and an id may be the resource itself. They are written out, because people read them
 * in their editor and in errors.
 */
export function argumentsModule({ resources, lookups, files }: ArgumentSources): ArgumentsModule {
  const named = namesIn(files);
  const written: Written = { named, texts: new Map(), imports: new Set() };
  for (const { className, facts } of resources) {
    const node = interfaceNamed(named, `${className}Inputs`);
    const parent = " extends ControlArgs";
    writeArguments(written, { node, name: `${className}Args`, parent, oneOf: choiceIn(facts) });
  }
  for (const type of lookups.flatMap(({ types }) => types.filter((name) => /Args$/.test(name)))) {
    const node = interfaceNamed(named, type);
    writeInterface(written, { node, name: type.replace(/Args$/, "OutputArgs") });
  }
  return { text: moduleText(written), names: [...written.texts.keys()].sort() };
}

/** The interfaces written so far: each interface once, with what it mentions. */
interface Written {
  readonly named: NamedTypes;
  readonly texts: Map<string, string>;
  readonly imports: Set<string>;
}

/** An interface to be written. */
interface Shape {
  readonly node: ts.InterfaceDeclaration;
  readonly name: string;
  readonly parent?: string;
  readonly docs?: string;
  /** Inputs of which exactly one must be given, and the one that is given here. */
  readonly choice?: { readonly oneOf: readonly string[]; readonly chosen: string };
}

/** Where exactly one input of several must be given, a shape for each: the editor refuses both and none. */
function writeArguments(
  written: Written,
  { oneOf, ...shape }: Shape & { readonly oneOf: readonly string[] },
): void {
  if (oneOf.length === 0) {
    writeInterface(written, shape);
    return;
  }
  const names = oneOf.map((chosen) => `${shape.name}With${capital(chosen)}`);
  const text = `export type ${shape.name} = ${names.join(" | ")};\n`;
  written.texts.set(shape.name, `${comment(argumentDocs(shape.node))}${text}`);
  for (const [at, chosen] of oneOf.entries()) {
    const docs = `{@link ${shape.name}} with \`${chosen}\`.`;
    writeInterface(written, { ...shape, docs, name: names[at] ?? "", choice: { oneOf, chosen } });
  }
}

function writeInterface(written: Written, shape: Shape): void {
  const { node, name, parent = "", docs = argumentDocs(node) } = shape;
  if (written.texts.has(name)) return;
  written.texts.set(name, "");
  const fields = node.members.filter(ts.isPropertySignature);
  const body = fields.map((field) => comment(docsOf(field)) + fieldText(written, field, shape));
  written.texts.set(
    name,
    `${comment(docs)}export interface ${name}${parent} {\n${body.join("")}}\n`,
  );
}

function fieldText(written: Written, field: ts.PropertySignature, { choice }: Shape): string {
  const name = field.name.getText();
  const isChosen = choice?.chosen === name;
  if (choice?.oneOf.includes(name) && !isChosen) return `${name}?: undefined;\n`;
  const type = inputText(written, field.type);
  // Who hands an optional argument on, as a component does, may not have it.
  const isOptional = field.questionToken !== undefined && !isChosen;
  return isOptional ? `${name}?: ${type} | undefined;\n` : `${name}: ${type};\n`;
}

/** A value or an output of it; in the place of an id also the resource. */
function inputText(written: Written, type: ts.TypeNode | undefined): string {
  if (type === undefined) throw new SourceProblem("An input has no type: write one.");
  if (ts.isParenthesizedTypeNode(type)) return inputText(written, type.type);
  // An optional one has `undefined` in any case.
  const [only, ...others] = ts.isUnionTypeNode(type)
    ? type.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword)
    : [];
  if (only !== undefined && others.length === 0) return inputText(written, only);
  if (ts.isArrayTypeNode(type)) {
    return `pulumi.Input<readonly (${inputText(written, type.elementType)})[]>`;
  }
  return ts.isTypeReferenceNode(type)
    ? referenceText(written, type)
    : `pulumi.Input<${type.getText()}>`;
}

function referenceText(written: Written, type: ts.TypeReferenceNode): string {
  const name = type.typeName.getText();
  const [first, second] = type.typeArguments ?? [];
  if (name === "IdOf") return `pulumi.Input<string> | ${classesText(written, first)}`;
  if (name === "Record") return recordText(written, second);
  const found = written.named.get(name);
  if (found !== undefined && ts.isInterfaceDeclaration(found)) {
    writeInterface(written, { node: found, name: `${name}Args` });
    return `pulumi.Input<${name}Args>`;
  }
  written.imports.add(name);
  return `pulumi.Input<${name}>`;
}

/** Values in the platform's own words may contain outputs at every depth. */
function recordText(written: Written, value: ts.TypeNode | undefined): string {
  if (value?.getText() === "Json") return "pulumi.Input<pulumi.Inputs>";
  return `pulumi.Input<Readonly<Record<string, ${inputText(written, value)}>>>`;
}

function classesText({ imports }: Written, type: ts.TypeNode | undefined): string {
  const classes = classesIn(type);
  for (const name of classes) imports.add(name);
  return classes.join(" | ");
}

function moduleText({ named, texts, imports }: Written): string {
  const lines = [...imports].map((name) => {
    const path = named
      .get(name)
      ?.getSourceFile()
      .fileName.replace(/^resources\//, "./");
    if (path === undefined) throw new SourceProblem(`An input has the type ${name}: export it.`);
    return `import type { ${name} } from "${path}";`;
  });
  return `import type * as pulumi from "@pulumi/pulumi";
import type { ControlArgs } from "../provider/definition/resource-class.ts";
${lines.join("\n")}

${[...texts.values()].join("\n")}`;
}

/** The inputs that a definition names as `oneOf: ["…", "…"]`. */
function choiceIn(facts: ts.ObjectLiteralExpression): readonly string[] {
  const choice = property(facts, "oneOf");
  const list = choice && ts.isPropertyAssignment(choice) ? choice.initializer : undefined;
  return list && ts.isArrayLiteralExpression(list)
    ? list.elements.filter(ts.isStringLiteral).map(({ text }) => text)
    : [];
}

function argumentDocs(node: ts.InterfaceDeclaration): string {
  return docsOf(node).replace(/^Inputs of/, "Arguments of");
}

function comment(docs: string): string {
  return docs === "" ? "" : `/** ${docs} */\n`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

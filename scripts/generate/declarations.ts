import ts from "typescript";
import { given } from "./members.ts";
import { SourceProblem } from "./source-problem.ts";
import { descendants, docsOf, isExported, isResource } from "./syntax.ts";

/** A field of an interface, as people read it. */
export interface Field {
  readonly name: string;
  /** The type as it is written. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly docs: string;
  /** Names of types in its type. */
  readonly mentions: readonly string[];
}

/** An exported interface or type. */
export interface Declaration {
  readonly name: string;
  readonly docs: string;
  /** Fields of an interface; none for a type that is a name for another one. */
  readonly fields: readonly Field[];
  /** The definition of a type; undefined for an interface. */
  readonly alias: Pick<Field, "type" | "mentions"> | undefined;
}

/** Declarations by name. */
export type Declarations = ReadonlyMap<string, Declaration>;

/** The exported interfaces and types of the files, without those of resources: a class has its own page. */
export function declarationsIn(files: readonly ts.SourceFile[]): Declarations {
  const found = files.flatMap((file) => file.statements).flatMap(declarationOf);
  return new Map(found.map((declaration) => [declaration.name, declaration]));
}

/** The types that a declaration mentions, and those that they mention: in order of first mention. */
export function mentionedBy(
  fields: readonly Pick<Field, "mentions">[],
  declarations: Declarations,
): readonly Declaration[] {
  const found = new Map<string, Declaration>();
  const queue = fields.flatMap(({ mentions }) => mentions);
  for (const name of queue) {
    const declaration = declarations.get(name);
    if (declaration === undefined || found.has(name)) continue;
    found.set(name, declaration);
    queue.push(...declaration.fields.flatMap(({ mentions }) => mentions));
    queue.push(...(declaration.alias?.mentions ?? []));
  }
  return [...found.values()];
}

/** The fields of `<Class>Inputs`. */
export function inputFields(className: string, declarations: Declarations): readonly Field[] {
  const inputs = declarations.get(`${className}Inputs`);
  if (inputs === undefined) {
    throw new SourceProblem(
      `There is no interface ${className}Inputs: write one with a comment per field.`,
    );
  }
  return inputs.fields;
}

function declarationOf(node: ts.Statement): readonly Declaration[] {
  if (isResource(node)) return [];
  if (ts.isInterfaceDeclaration(node) && isExported(node)) {
    const fields = fieldsOf(node.members);
    return [{ name: node.name.text, docs: docsOf(node), fields, alias: undefined }];
  }
  if (!ts.isTypeAliasDeclaration(node) || !isExported(node)) return [];
  const literals = descendants(node.type).filter(ts.isTypeLiteralNode);
  const fields = literals.flatMap(({ members }) => fieldsOf(members));
  return [{ name: node.name.text, docs: docsOf(node), fields, alias: writtenType(node.type) }];
}

function fieldsOf(members: ts.NodeArray<ts.TypeElement>): readonly Field[] {
  return members.filter(ts.isPropertySignature).map((member) => ({
    name: member.name.getText(),
    ...writtenType(member.questionToken && member.type ? given(member.type) : member.type),
    isOptional: member.questionToken !== undefined,
    docs: docsOf(member),
  }));
}

/** A type as it is written, and the names in it. */
export function writtenType(type: ts.TypeNode | undefined): Pick<Field, "type" | "mentions"> {
  if (type === undefined) return { type: "unknown", mentions: [] };
  const references = descendants(type).filter(ts.isTypeReferenceNode);
  return { type: plainText(type), mentions: references.map(({ typeName }) => typeName.getText()) };
}

/** `IdOf<Volume>[]` is read as `(string | Volume)[]`: an id, or the resource. */
function plainText(type: ts.TypeNode): string {
  const text = type.getText().replace(/\s+/g, " ").replace(/;? \}/g, " }");
  return text
    .replace(/\bIdOf<([^>]+)>(?=\[\])/g, "(string | $1)")
    .replace(/\bIdOf<([^>]+)>/g, "string | $1")
    .replace(/\bpulumi\.Input<([\w.]+)>/g, "$1");
}

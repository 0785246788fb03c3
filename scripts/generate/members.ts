import ts from "typescript";
import type { NamedTypes } from "./named-types.ts";
import { SourceProblem } from "./source-problem.ts";
import { docsOf } from "./syntax.ts";

/** A field of a type, wherever the type has it from. */
export interface Member {
  readonly name: string;
  readonly type: ts.TypeNode;
  readonly isOptional: boolean;
  /** True where exactly one of several fields is given: each shape forbids the others. */
  readonly isChoice: boolean;
  readonly docs: string;
}

/**
 * The fields of an exported interface or type: its own and those it inherits, also by `Omit`, `Pick`,
 * `&` and `|`.
 */
export function membersOf(
  named: NamedTypes,
  name: string,
  [subject, keys]: readonly ts.TypeNode[] = [],
): readonly Member[] {
  if (subject !== undefined && (name === "Omit" || name === "Pick")) {
    const listed = literalsOf(keys);
    const members = membersOfType(named, subject);
    return members.filter((member) => listed.includes(member.name) === (name === "Pick"));
  }
  const node = named.get(name);
  if (node !== undefined && ts.isInterfaceDeclaration(node)) return interfaceMembers(named, node);
  if (node !== undefined && ts.isTypeAliasDeclaration(node)) return membersOfType(named, node.type);
  throw new SourceProblem(`There is no type ${name}: export it with a comment per field.`);
}

/** The texts of `"a" | "b"`. */
export function literalsOf(type: ts.TypeNode | undefined): readonly string[] {
  if (type === undefined) return [];
  if (ts.isUnionTypeNode(type)) return type.types.flatMap(literalsOf);
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
}

/** A field that is written again stays in its first place. */
function interfaceMembers(named: NamedTypes, node: ts.InterfaceDeclaration): readonly Member[] {
  const parents = node.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
  const inherited = parents.flatMap(({ expression, typeArguments }) =>
    membersOf(named, expression.getText(), typeArguments),
  );
  const own = node.members.filter(ts.isPropertySignature).flatMap(memberOf);
  return [...new Map([...inherited, ...own].map((member) => [member.name, member])).values()];
}

function memberOf(field: ts.PropertySignature): readonly Member[] {
  const { type, name, questionToken } = field;
  if (type === undefined) return [];
  const isOptional = questionToken !== undefined;
  return [
    {
      name: name.getText(),
      type: isOptional ? given(type) : type,
      isOptional,
      isChoice: false,
      docs: docsOf(field),
    },
  ];
}

/** The type of an optional field where it is given: `T | undefined` is how a component hands one on. */
export function given(type: ts.TypeNode): ts.TypeNode {
  if (!ts.isUnionTypeNode(type)) return type;
  const [only, another] = type.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
  return only === undefined || another !== undefined ? type : only;
}

function membersOfType(named: NamedTypes, type: ts.TypeNode): readonly Member[] {
  if (ts.isTypeReferenceNode(type)) {
    return membersOf(named, type.typeName.getText(), type.typeArguments);
  }
  if (ts.isIntersectionTypeNode(type))
    return type.types.flatMap((one) => membersOfType(named, one));
  if (ts.isUnionTypeNode(type)) return joined(type.types.map((one) => membersOfType(named, one)));
  throw new SourceProblem(`${type.getText()} has no fields: name a type that has.`);
}

/** The fields of one shape or another: what a shape forbids, another one asks for. */
function joined(shapes: readonly (readonly Member[])[]): readonly Member[] {
  const groups = Map.groupBy(shapes.flat(), ({ name }) => name);
  return [...groups.values()].flatMap((group) => {
    const given = group.find(({ type }) => type.kind !== ts.SyntaxKind.UndefinedKeyword);
    if (given === undefined) return [];
    const isChoice = group.some(({ type }) => type.kind === ts.SyntaxKind.UndefinedKeyword);
    return [{ ...given, isChoice, isOptional: group.some(({ isOptional }) => isOptional) }];
  });
}

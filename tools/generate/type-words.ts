import ts from "typescript";
import { code, names } from "./markdown.ts";
import { literalsOf, membersOf } from "./members.ts";
import type { NamedTypes } from "./named-types.ts";
import { SourceProblem } from "./source-problem.ts";

/** What the words of a type lean on. */
export interface Vocabulary {
  readonly named: NamedTypes;
  /** Names that another page or section explains, with a link to it; another type is told by what it stands for. */
  readonly links: ReadonlyMap<string, string>;
}

/** A type as one says it: `pulumi.Input<readonly string[]>` is a list of strings, or an output. */
export function typeWords(vocabulary: Vocabulary, type: ts.TypeNode): string {
  if (ts.isParenthesizedTypeNode(type)) return typeWords(vocabulary, type.type);
  if (ts.isTypeOperatorNode(type)) return typeWords(vocabulary, type.type);
  if (ts.isArrayTypeNode(type)) return listWords(typeWords(vocabulary, type.elementType));
  if (ts.isUnionTypeNode(type))
    return alternatives(type.types.map((one) => typeWords(vocabulary, one)));
  if (ts.isLiteralTypeNode(type)) return code(type.getText());
  if (ts.isIndexedAccessTypeNode(type)) return indexedWords(vocabulary, type);
  if (ts.isTypeReferenceNode(type)) return referenceWords(vocabulary, type);
  return type.getText();
}

function referenceWords(vocabulary: Vocabulary, type: ts.TypeReferenceNode): string {
  const name = type.typeName.getText();
  const [first, second] = type.typeArguments ?? [];
  if (first === undefined) return namedWords(vocabulary, name);
  const words = typeWords(vocabulary, first);
  switch (name) {
    case "pulumi.Input":
      return `${words}, or an output`;
    case "pulumi.Output":
      return `${words}, as an output`;
    case "Reference":
      return `${words} or its id, or an output`;
    case "Omit":
      return `${words} without ${names(literalsOf(second))}`;
    case "Readonly":
      return words;
    case "Record":
      return `object whose values are ${plural(typeWords(vocabulary, second ?? first))}`;
    default:
      throw new SourceProblem(`${type.getText()} cannot be said in words: add it to typeWords.`);
  }
}

function namedWords(vocabulary: Vocabulary, name: string): string {
  const { links, named } = vocabulary;
  const link = links.get(name);
  if (link !== undefined) return link;
  const node = named.get(name);
  if (node !== undefined && ts.isTypeAliasDeclaration(node)) {
    return typeWords(vocabulary, node.type);
  }
  if (node !== undefined) return `[${code(name)}](#${name.toLowerCase()})`;
  throw new SourceProblem(`Nothing explains ${name}: export it from a file of resources/.`);
}

/** `VolumeArgs["filesystem"]`: what that input takes. */
function indexedWords(
  vocabulary: Vocabulary,
  { objectType, indexType }: ts.IndexedAccessTypeNode,
): string {
  const [key] = literalsOf(ts.isLiteralTypeNode(indexType) ? indexType : undefined);
  const found = membersOf(vocabulary.named, objectType.getText()).find(({ name }) => name === key);
  if (found !== undefined) return typeWords(vocabulary, found.type);
  throw new SourceProblem(`${objectType.getText()} has no ${key}: name a field that is there.`);
}

/** What may be undefined is said last. */
function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  const rest = words.slice(0, -1);
  if (rest.length === 0) return last;
  const comma = last === "undefined" || rest.some((one) => one.includes(" or ")) ? "," : "";
  return `${rest.join(", ")}${comma} or ${last}`;
}

function listWords(words: string): string {
  return `list of ${plural(words)}`.replace(/, as an output$/, ", each as an output");
}

function plural(words: string): string {
  return words.replace(/^(?:string|number|boolean)\b/, "$&s");
}

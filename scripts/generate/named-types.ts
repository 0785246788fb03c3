import ts from "typescript";
import { SourceProblem } from "./source-problem.ts";
import { isExported } from "./syntax.ts";

/** Exported interfaces, types and classes by name. */
export type NamedTypes = ReadonlyMap<string, ts.DeclarationStatement>;

export function namesIn(files: readonly ts.SourceFile[]): NamedTypes {
  const found = files
    .flatMap(({ statements }) => [...statements])
    .flatMap((node) => {
      const isNamed =
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node) ||
        ts.isClassDeclaration(node);
      return isNamed && isExported(node) ? [[node.name?.text ?? "", node] as const] : [];
    });
  return new Map(found);
}

export function interfaceNamed(named: NamedTypes, name: string): ts.InterfaceDeclaration {
  const node = named.get(name);
  if (node !== undefined && ts.isInterfaceDeclaration(node)) return node;
  throw new SourceProblem(`There is no interface ${name}: write one with a comment per field.`);
}

import ts from "typescript";
import { interfaceNamed, type NamedTypes, namesIn } from "./named-types.ts";
import { SourceProblem } from "./source-problem.ts";
import type { ResourceSource } from "./sources.ts";
import { property } from "./syntax.ts";

/** Inputs of a class that hold ids, as `IdOf` in the interface of its inputs says. */
export interface ReferenceSource {
  readonly type: string;
  readonly references: readonly {
    readonly path: readonly string[];
    readonly to: readonly string[];
  }[];
}

/** Which inputs of each class hold ids of which others; a class without any is left out. */
export function referencesIn({
  resources,
  files,
}: {
  readonly resources: readonly ResourceSource[];
  readonly files: readonly ts.SourceFile[];
}): readonly ReferenceSource[] {
  const named = namesIn(files);
  const types = new Map(resources.map(({ className, facts }) => [className, typeIn(facts)]));
  const typeOf = (className: string) => {
    const type = types.get(className);
    if (type === undefined) throw new SourceProblem(`IdOf<${className}> names no resource class.`);
    return type;
  };
  return resources
    .map(({ className, facts }) => ({
      type: typeIn(facts),
      references: idsIn(named, interfaceNamed(named, `${className}Inputs`)).map(
        ({ path, classes }) => ({ path, to: classes.map(typeOf) }),
      ),
    }))
    .filter(({ references }) => references.length > 0);
}

interface Found {
  readonly path: readonly string[];
  readonly classes: readonly string[];
}

function idsIn(named: NamedTypes, node: ts.InterfaceDeclaration): readonly Found[] {
  return node.members.filter(ts.isPropertySignature).flatMap((field) => {
    const found = field.type === undefined ? [] : idsOf(named, field.type);
    return found.map(({ path, classes }) => ({ path: [field.name.getText(), ...path], classes }));
  });
}

function idsOf(named: NamedTypes, type: ts.TypeNode): readonly Found[] {
  if (ts.isParenthesizedTypeNode(type)) return idsOf(named, type.type);
  if (ts.isArrayTypeNode(type)) {
    return idsOf(named, type.elementType).map(({ path, classes }) => ({
      path: ["*", ...path],
      classes,
    }));
  }
  if (!ts.isTypeReferenceNode(type)) return [];
  const name = type.typeName.getText();
  if (name === "IdOf") return [{ path: [], classes: classesIn(type.typeArguments?.[0]) }];
  const shape = named.get(name);
  return shape !== undefined && ts.isInterfaceDeclaration(shape) ? idsIn(named, shape) : [];
}

/** The classes of `IdOf<A | B>`. */
export function classesIn(type: ts.TypeNode | undefined): readonly string[] {
  if (type !== undefined && ts.isUnionTypeNode(type)) return type.types.map((one) => one.getText());
  return type === undefined ? [] : [type.getText()];
}

function typeIn(facts: ts.ObjectLiteralExpression): string {
  const type = property(facts, "type");
  if (type && ts.isPropertyAssignment(type) && ts.isStringLiteral(type.initializer))
    return type.initializer.text;
  throw new SourceProblem("A definition has no type: write it as a text, like storage:Volume.");
}

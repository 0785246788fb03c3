import ts from "typescript";
import type { Member } from "./members.ts";
import { SourceProblem } from "./source-problem.ts";
import { docsOf, isExported, paragraphsOf } from "./syntax.ts";

/** A component, as its class declares it. */
export interface ComponentSource {
  /** Path below `resources/`, e.g. `components/team-access.ts`. */
  readonly path: string;
  readonly className: string;
  /** The paragraphs above the class: its purpose, then its children. */
  readonly docs: readonly string[];
  /** Values that programs read: public fields and getters. */
  readonly outputs: readonly Member[];
}

/** Every component: an exported class that extends `pulumi.ComponentResource`. */
export function componentSources(files: readonly ts.SourceFile[]): readonly ComponentSource[] {
  return files.flatMap((file) =>
    file.statements.filter(isComponent).map((node) => describe(file, node)),
  );
}

function isComponent(node: ts.Statement): node is ts.ClassDeclaration {
  if (!ts.isClassDeclaration(node) || !isExported(node)) return false;
  return node.heritageClauses?.[0]?.types[0]?.getText() === "pulumi.ComponentResource";
}

function describe({ fileName }: ts.SourceFile, node: ts.ClassDeclaration): ComponentSource {
  const className = node.name?.text ?? "";
  const docs = paragraphsOf(node);
  if (docs.length !== 2) {
    throw new SourceProblem(
      `The comment of ${className} must have two paragraphs: what it is, and what its children are called.`,
    );
  }
  const outputs = node.members.flatMap(outputOf);
  return { path: fileName.replace(/^resources\//, ""), className, docs, outputs };
}

function outputOf(member: ts.ClassElement): readonly Member[] {
  if (!ts.isPropertyDeclaration(member) && !ts.isGetAccessorDeclaration(member)) return [];
  const { name, type } = member;
  if (ts.isPrivateIdentifier(name) || type === undefined) return [];
  const docs = docsOf(member);
  return [{ name: name.getText(), type, isOptional: false, isChoice: false, docs }];
}

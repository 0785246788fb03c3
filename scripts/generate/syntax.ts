import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** The syntax tree of a source file; nothing is type-checked. */
export function parse(root: string, path: string): ts.SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2024, true);
}

/** A node and all nodes below it, in the order of the text. */
export function descendants(node: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [node];
  node.forEachChild((child) => {
    found.push(...descendants(child));
  });
  return found;
}

/** The documentation of a declaration as one paragraph; empty when it has none. */
export function docsOf(node: ts.Node): string {
  return paragraphsOf(node).join(" ");
}

/** The paragraphs of a declaration's documentation, each on one line. */
export function paragraphsOf(node: ts.Node): readonly string[] {
  const comment = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)?.comment;
  const text = ts.getTextOfJSDocComment(comment) ?? "";
  const linked = text.replace(/\{@link\s+(\w+)\s*\}/g, "`$1`");
  return linked === "" ? [] : linked.split(/\n\s*\n/).map((part) => part.replace(/\s+/g, " "));
}

/** A property of an object literal, written as `name: …`, `name` or `name() {…}`. */
export function property(
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((element) => element.name?.getText() === name);
}

/** True for `export …`. */
export function isExported(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** True for `export interface Volume extends pulumi.CustomResource, …`: what the class beside it makes. */
export function isResource(node: ts.Node): node is ts.InterfaceDeclaration {
  if (!ts.isInterfaceDeclaration(node) || !isExported(node)) return false;
  return node.heritageClauses?.[0]?.types[0]?.getText() === "pulumi.CustomResource";
}

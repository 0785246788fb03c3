/** The names of this package in users' programs, states, settings and scripts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { Command } from "commander";
import ts from "typescript";
import { commands } from "../../cli/commands.ts";
import { StreamTerminal } from "../../cli/terminal.ts";
import { allRules } from "../../policies/_rules.ts";
import { tokenOf } from "../../provider/definition/resource-class.ts";
import { settingNames } from "../../provider/setting-names.ts";
import { definitions } from "../../resources/_registry.ts";
import { sourcesOfImports } from "../../scripts/exports.ts";

const root = join(import.meta.dirname, "../..");

/** One line for each, sorted: `input storage:Volume.sizeGb`, `setting HOSTING_API_KEY`, `error timeout`. */
export async function surface(): Promise<readonly string[]> {
  const pages = readFileSync(join(root, "docs/reference/errors.md"), "utf8");
  const lines = [
    ...[...definitions.values()].flatMap(({ type, inputs, outputs }) => [
      `type ${tokenOf(type)}`,
      ...Object.keys(inputs.shape).map((name) => `input ${type}.${name}`),
      ...Object.keys(outputs.shape).map((name) => `output ${type}.${name}`),
    ]),
    ...Object.entries(settingNames).flatMap(([config, variable]) => [
      `setting hosting:${config}`,
      `setting ${variable}`,
    ]),
    ...[...pages.matchAll(/^## `(\w+)`$/gm)].map(([, code]) => `error ${code}`),
    ...allRules.map(({ name }) => `policy ${name}`),
    ...Object.entries(sourcesOfImports()).flatMap(([name, path]) =>
      exportedBy(path).map((exported) => `export ${name}.${exported}`),
    ),
    ...(await commandLines()),
  ];
  return lines.toSorted();
}

/** Names of values and types that an index file exports. */
function exportedBy(path: string): readonly string[] {
  const file = ts.createSourceFile(
    path,
    readFileSync(join(root, path), "utf8"),
    ts.ScriptTarget.Latest,
  );
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause: clause } = statement;
      if (clause === undefined || !ts.isNamedExports(clause)) return [];
      return clause.elements.map(({ name }) => name.text);
    }
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    return namesOf(statement);
  });
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

async function commandLines(): Promise<readonly string[]> {
  const none = new PassThrough();
  const terminal = new StreamTerminal({
    env: {},
    directory: root,
    stdin: () => none,
    stdout: none,
    stderr: none,
    stop: new AbortController().signal,
  });
  const shown = commands.filter(({ isHidden }) => isHidden !== true);
  const declared = shown.map(async ({ name, load }) => {
    const command = new Command(name);
    (await load())(command, { terminal, end() {} });
    return linesOf(command, `command hosting ${name}`);
  });
  return (await Promise.all(declared)).flat();
}

function linesOf(command: Command, line: string): readonly string[] {
  return [
    line,
    ...command.options.map(({ long, short }) => `${line} ${long ?? short}`),
    ...command.commands.flatMap((each) => linesOf(each, `${line} ${each.name()}`)),
  ];
}

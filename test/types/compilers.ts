import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { areaFiles, resourceSources } from "../../scripts/generate/sources.ts";
import { isExported, parse, property } from "../../scripts/generate/syntax.ts";

const root = join(import.meta.dirname, "../..");
const folder = import.meta.dirname;

/** A compiler, and what it takes for the package. */
export interface Compiler {
  readonly api: typeof ts;
  readonly options: ts.CompilerOptions;
  /** The module that a program imports as `./hosting`. */
  readonly hosting: string;
}

/** Today's compiler reads the sources. */
export const newest: Compiler = {
  api: ts,
  options: {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    paths: {
      "pulumi-hosting": [join(root, "resources/index.ts")],
      "pulumi-hosting/components": [join(root, "resources/components/index.ts")],
      "pulumi-hosting/*": [join(root, "*/index.ts")],
    },
    types: ["node"],
  },
  hosting: 'export * from "../../resources/index.ts";\n',
};

/** The one inside Pulumi's SDK, which most projects run with; it knows none of the newer syntax. */
export const vendored: Compiler = {
  api: createRequire(import.meta.url)("@pulumi/pulumi/vendor/typescript@3.8.3/typescript.js"),
  options: {
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    types: [],
  },
  hosting: oneModule(),
};

/** A compiler's output for each program, without the program's own lines. */
export function complaintsOf(
  { api, options, hosting }: Compiler,
  programs: readonly string[],
): readonly string[] {
  const files = new Map(programs.map((text, at) => [join(folder, `program-${at}.ts`), text]));
  const all = new Map([...files, [join(folder, "hosting.ts"), hosting]]);
  const strict = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: api.ScriptTarget.ES2018,
  };
  const host = api.createCompilerHost({ ...options, ...strict });
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => all.has(path) || fileExists(path);
  host.readFile = (path) => all.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = all.get(path);
    if (text === undefined) return getSourceFile(path, target, ...rest);
    return api.createSourceFile(path, text, target);
  };
  const program = api.createProgram([...all.keys()], { ...options, ...strict }, host);
  const textOf = ({ messageText }: ts.Diagnostic) =>
    api.flattenDiagnosticMessageText(messageText, "\n");
  return [...files.keys()].map((path) => {
    const file = program.getSourceFile(path);
    const found = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ];
    return found.map(textOf).join("\n");
  });
}

/** The public types of the classes in one module, as an old compiler has to understand them. */
function oneModule(): string {
  const areas = areaFiles(root).filter(({ fileName }) => !/components|lookups/.test(fileName));
  const shared = ["provider/definition/resource-class.ts", "resources/_arguments.ts"];
  const files = [...areas, ...shared.map((path) => parse(root, path))];
  const types = files
    .flatMap(({ statements }) => [...statements])
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    .map((node) => (isExported(node) ? node.getText() : `export ${node.getText()}`));
  const classes = resourceSources(areas).map(({ className, facts }) => {
    const defaults = property(facts, "defaults");
    const names =
      defaults &&
      ts.isPropertyAssignment(defaults) &&
      ts.isObjectLiteralExpression(defaults.initializer)
        ? defaults.initializer.properties.map(({ name }) => `"${name?.getText()}"`)
        : [];
    const attributes = `Attributes<${className}Inputs, ${className}Outputs, ${names.join(" | ") || "never"}>`;
    return `declare const ${className}Base: ResourceClass<${className}Args, ${attributes}>;
export class ${className} extends ${className}Base {}`;
  });
  return `import * as pulumi from "@pulumi/pulumi";
type IdOf<_Class> = string;
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Assumptions = unknown;
${[...types, ...classes].join("\n")}
`;
}

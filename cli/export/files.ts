import manifest from "../../package.json" with { type: "json" };
import { adoptedFile, adoptedText } from "./adopted.ts";
import { Link } from "./program.ts";
import { isProtected, type Project, settingsIn } from "./project.ts";
import { readmeText } from "./readme.ts";
import { statementOf } from "./source.ts";

/** Texts by file name. */
export type Files = ReadonlyMap<string, string>;

/** A Pulumi program that has these resources: one file for each area of the platform. */
export function filesOf(project: Project): Files {
  const { resources, adopted } = project;
  const areas = [...new Set(resources.map(({ area }) => area))].sort();
  const areaFiles = areas.map((area) => [`${area}.ts`, areaText(area, project)] as const);
  const before = adopted.length > 0 ? [[adoptedFile, adoptedText(adopted)] as const] : [];
  // The transform that adopts has to be registered before the first resource is made.
  const modules = [...before, ...areaFiles];
  return new Map([
    ["Pulumi.yaml", pulumiYaml(project)],
    ["README.md", readmeText(project)],
    ["index.ts", modules.map(([file]) => `import "./${file}";\n`).join("")],
    ["package.json", json(manifestOf(project))],
    ["tsconfig.json", json(compilerOptions)],
    ...modules,
  ]);
}

function pulumiYaml({ name }: Project): string {
  // In quotes: a directory may be called 2024, or null.
  return `name: ${JSON.stringify(name)}
description: Written by pulumi-hosting export
main: index.ts
runtime:
  name: nodejs
  options:
    typescript: false
`;
}

function manifestOf({ name, packageSpec }: Project) {
  const { peerDependencies, devDependencies } = manifest;
  return {
    name,
    private: true,
    type: "module",
    main: "index.ts",
    dependencies: {
      "@pulumi/pulumi": peerDependencies["@pulumi/pulumi"],
      "pulumi-hosting": packageSpec,
    },
    devDependencies: { typescript: devDependencies.typescript },
  };
}

const compilerOptions = {
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
  },
};

function areaText(area: string, project: Project): string {
  const own = project.resources.filter((resource) => resource.area === area);
  const needed = own.flatMap(({ inputs }) => areasIn(inputs)).filter((other) => other !== area);
  const hasSettings = settingsIn(own).length > 0;
  const imports = [
    ...(hasSettings ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as hosting from "pulumi-hosting";',
    ...[...new Set(needed)].sort().map((other) => `import * as ${other} from "./${other}.ts";`),
  ];
  const config = hasSettings ? ["const config = new pulumi.Config();\n"] : [];
  return [
    `${imports.join("\n")}\n`,
    ...config,
    ...own.map((resource) => statementOf(resource, isProtected(project, resource))),
  ].join("\n");
}

/** The areas of the resources that a value refers to. */
function areasIn(value: unknown): readonly string[] {
  if (value instanceof Link) return [value.to.area];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(areasIn);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One component package, as programs in TypeScript import it and as programs in YAML use it by way of Pulumi's host. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { stringify } from "yaml";
import { openStack, type TestStack } from "./stack.ts";
import { makePluginDirectory, openYamlStack } from "./yaml-stack.ts";

/** Who makes the components: a program, or a component provider with children of either door. */
export const hosts = ["ES module", "CommonJS", "component provider", "native children"] as const;
export type ComponentHost = (typeof hosts)[number];

/** A component of the package `acme`, declared as `main`. */
export interface DeclaredComponent {
  readonly component: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

const runPlugin = join(
  import.meta.dirname,
  "../../node_modules/@pulumi/pulumi/cmd/run-plugin/index.js",
);

/** Opens a stack for programs of a host; `yamlDirectory` has Pulumi's host for YAML. */
export async function openHost(host: ComponentHost, yamlDirectory: string): Promise<TestStack> {
  const isYaml = host === "component provider" || host === "native children";
  const stack = isYaml ? await openYamlStack(yamlDirectory, { installs: true }) : await openStack();
  if (host === "native children") makePluginDirectory(join(stack.directory, "plugin"));
  mkdirSync(join(stack.directory, "acme"));
  return stack;
}

/** Replaces the package by one with this source, and the program by one that declares a component of it. */
export function declareComponent(
  stack: TestStack,
  host: ComponentHost,
  { source, component, args = {} }: DeclaredComponent & { readonly source: string },
): void {
  const write = (path: string, text: string) => writeFileSync(join(stack.directory, path), text);
  const given = JSON.stringify(args);
  if (host === "ES module") {
    write("acme/index.ts", source);
    write(
      "index.ts",
      `import { ${component} } from "./acme/index.ts";\nnew ${component}("main", ${given});\n`,
    );
    return;
  }
  if (host === "CommonJS") {
    const module = ts.ModuleKind.CommonJS;
    const compilerOptions = { module, target: ts.ScriptTarget.ES2022 };
    write("package.json", '{ "private": true }');
    write("acme/index.js", ts.transpileModule(source, { compilerOptions }).outputText);
    write(
      "index.js",
      `const { ${component} } = require("./acme/index.js");\nnew ${component}("main", ${given});\n`,
    );
    const project = readFileSync(join(stack.directory, "Pulumi.yaml"), "utf8");
    write("Pulumi.yaml", project.replace("main: index.ts", "main: index.js"));
    return;
  }
  const isNative = host === "native children";
  write("acme/index.ts", `${isNative ? 'import "pulumi-hosting/native";\n' : ""}${source}`);
  write("acme/package.json", JSON.stringify({ name: "acme", version: "1.0.0", main: "index.ts" }));
  write("acme/tsconfig.json", JSON.stringify({ compilerOptions }));
  const acme = join(stack.directory, "acme");
  runComponentPlugin(acme, "acme", acme);
  const plugin = isNative ? [{ name: "hosting", path: "./plugin" }] : [];
  const program = {
    name: "e2e",
    runtime: "yaml",
    plugins: { providers: [{ name: "acme", path: "./acme" }, ...plugin] },
    resources: { main: { type: `acme:index:${component}`, properties: args } },
  };
  write("Pulumi.yaml", stringify(program));
}

const compilerOptions = {
  target: "es2022",
  module: "nodenext",
  strict: true,
  skipLibCheck: true,
  types: [],
};

/** Makes a directory that the engine takes for a plugin: it starts Pulumi's own runner of component packages. */
export function runComponentPlugin(directory: string, name: string, source: string): void {
  const run = `#!/bin/sh\nexec "${process.execPath}" "${runPlugin}" "${source}" "$@"\n`;
  writeFileSync(join(directory, `pulumi-resource-${name}`), run, { mode: 0o755 });
}

/** The provider process of a run, for what kills it. */
export function providerOf(stack: TestStack, host: ComponentHost, ofEngine: () => number): number {
  if (host !== "native children") return ofEngine();
  return Number(readFileSync(join(stack.directory, "plugin", "pid"), "utf8"));
}

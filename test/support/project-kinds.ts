/** The kinds of projects people have, each with the same program: that of the start guide, word for word. */
import { expect } from "vitest";
import { startProgram } from "./readme-start.ts";

/** Files of a project by their names, without its packages. */
export type ProjectFiles = Readonly<Record<string, string>>;

/** Other parts of the package that a program may use: a component, a lookup and the costs. */
const rest = `
import { PersistentVolume } from "pulumi-hosting/components";
import { estimate } from "pulumi-hosting/costs";

new PersistentVolume("logs", { region: "eu-1", sizeGb: 10, allowDataLoss: true });

export const containers = hosting.getContainersOutput().apply(({ containers }) => containers.length);
export const monthly = estimate([{ type: "storage:Volume", inputs: { sizeGb: 20 } }]).monthly;
`;

/** The resources that the program is expected to make. */
export const made = { web: "create", data: "create", logs: "create" };

/** The exports that the program is expected to have. */
export const outputs = { addresses: [expect.any(String)], containers: 0, monthly: 2 };

/** The program with `import` and `export`; the guide's has no types, so it is JavaScript as it is. */
const moduleProgram = startProgram + rest;

/** The program with `require` and `exports`, and not one word of it changed besides. */
const commonProgram = moduleProgram
  .replaceAll(/^import (?:\* as )?(.+) from (".+");$/gm, "const $1 = require($2);")
  .replaceAll(/^export const (\w+) =/gm, "exports.$1 =");

/** What `pulumi new typescript` makes. */
export const template: ProjectFiles = {
  "Pulumi.yaml": "name: e2e\nruntime:\n  name: nodejs\n  options:\n    packagemanager: npm\n",
  "package.json": '{ "name": "e2e", "main": "index.ts" }\n',
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      outDir: "bin",
      target: "es2020",
      module: "commonjs",
      moduleResolution: "node",
      sourceMap: true,
      experimentalDecorators: true,
      pretty: true,
      noFallthroughCasesInSwitch: true,
      noImplicitReturns: true,
      forceConsistentCasingInFileNames: true,
    },
    files: ["index.ts"],
  }),
  "index.ts": moduleProgram,
};

/** Kinds by what tells them apart. */
export const projectKinds = {
  "the project of `pulumi new typescript`": template,
  "TypeScript without a tsconfig": {
    "Pulumi.yaml": yamlOf({ main: "index.ts", typescript: true }),
    "package.json": '{ "private": true }\n',
    "index.ts": moduleProgram,
  },
  "TypeScript that Node runs by itself": {
    "Pulumi.yaml": yamlOf({ main: "index.ts", typescript: false }),
    "package.json": '{ "type": "module" }\n',
    "index.ts": moduleProgram,
  },
  "JavaScript modules": {
    "Pulumi.yaml": yamlOf({ main: "index.js", typescript: false }),
    "package.json": '{ "type": "module" }\n',
    "index.js": moduleProgram,
  },
  "JavaScript with require": {
    "Pulumi.yaml": yamlOf({ main: "index.js", typescript: false }),
    "package.json": '{ "private": true }\n',
    "index.js": commonProgram,
  },
} satisfies Readonly<Record<string, ProjectFiles>>;

function yamlOf({ main, typescript }: { main: string; typescript: boolean }): string {
  return `name: e2e\nmain: ${main}\nruntime: { name: nodejs, options: { typescript: ${typescript} } }\n`;
}

/** The kinds of projects people have, each with the same program. */

/** Files of a project by their names, without its packages. */
export type ProjectFiles = Readonly<Record<string, string>>;

const body = `
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 20 });
new PersistentVolume("logs", { region: "eu-1", sizeGb: 10, allowDataLoss: true });
`;
const values = {
  sizeGb: "data.sizeGb",
  instances: "hosting.getInstancesOutput().apply(({ instances }) => instances.length)",
  monthly: 'estimate([{ type: "storage:Volume", inputs: { sizeGb: 20 } }]).monthly',
};
const modules = Object.entries({
  "pulumi-hosting": "* as hosting",
  "pulumi-hosting/components": "{ PersistentVolume }",
  "pulumi-hosting/costs": "{ estimate }",
});

/** What the program is expected to export. */
export const outputs = { sizeGb: 20, instances: 0, monthly: 2 };

/** The program with `import` and `export`. */
const moduleProgram = [
  ...modules.map(([name, names]) => `import ${names} from "${name}";`),
  body,
  ...Object.entries(values).map(([name, value]) => `export const ${name} = ${value};`),
].join("\n");

/** The program with `require` and `exports`. */
const commonProgram = [
  ...modules.map(([name, names]) => `const ${names.replace("* as ", "")} = require("${name}");`),
  body,
  ...Object.entries(values).map(([name, value]) => `exports.${name} = ${value};`),
].join("\n");

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

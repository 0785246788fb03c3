import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeProject } from "../support/package.ts";
import { projectKinds } from "../support/project-kinds.ts";
import { openStack } from "../support/stack.ts";

const imports = {
  "pulumi-hosting": "hosting",
  "pulumi-hosting/components": "components",
  "@pulumi/pulumi": "pulumi",
};

/** Each declaration is on a separate line, which names it. */
const body = `
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 20 });
hosting.Volume.get("seen", data.id);
const job = new hosting.Container("job", { image: "debian/13" });
new hosting.PortForward("port", { instanceName: job, protocol: "tcp", publicPort: 20001, targetPort: 80 });
function volume(name: string) {
  new hosting.Volume(name, { region: "eu-1", sizeGb: 20 }); // made
}
volume("made");
class Shop extends pulumi.ComponentResource {
  constructor() {
    super("shop:index:Shop", "shop");
    new hosting.Volume("child", { region: "eu-1", sizeGb: 20 }, { parent: this });
  }
}
new Shop(); // shop
new components.PersistentVolume("logs", { region: "eu-1", sizeGb: 10, allowDataLoss: true });
`;
const declared = ["data", "seen", "job", "port", "made", "child", "shop", "logs"];

const programs = {
  "TypeScript without a tsconfig": {
    main: "index.ts",
    text: `${header((path, name) => `import * as ${name} from "${path}";`)}${body}`,
  },
  "JavaScript with require": {
    main: "index.js",
    text: `${header((path, name) => `const ${name} = require("${path}");`)}${body.replace(": string", "")}`,
  },
} as const;

function header(line: (path: string, name: string) => string): string {
  return Object.entries(imports)
    .map(([path, name]) => line(path, name))
    .join("\n");
}

it.each(["TypeScript without a tsconfig", "JavaScript with require"] as const)(
  "%s: the state has the program's own line of each declaration",
  async (kind) => {
    const { main, text } = programs[kind];
    await using stack = await openStack();
    for (const file of ["index.ts", "package.json"]) rmSync(join(stack.directory, file));
    writeProject(stack.directory, { ...projectKinds[kind], [main]: text });
    await stack.up();
    const recorded = stack.state();
    const lines = text.split("\n");
    for (const name of declared) {
      const line = lines.findIndex((one) => /new |get\(/.test(one) && one.includes(name)) + 1;
      const positions = recorded
        .filter((resource) => resource.name === name)
        .map(({ sourcePosition }) => sourcePosition.replace(/,\d+$/, ""));
      expect(positions, name).toContain(`project:///${main}#${line}`);
    }
  },
);

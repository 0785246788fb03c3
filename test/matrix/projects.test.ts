import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { expectRefusal } from "../support/old-node.ts";
import {
  installPackage,
  quietly,
  run,
  temporaryDirectory,
  unpackPackage,
  writeProject,
} from "../support/package.ts";
import { playProject } from "../support/play-project.ts";
import { projectKinds, template } from "../support/project-kinds.ts";

const Package = z.object({ peerDependencies: z.record(z.string(), z.string()) });
const { peerDependencies } = Package.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")),
);
const sdks = ["@pulumi/pulumi", "@pulumi/policy"] as const;
const ages: Readonly<Record<string, readonly string[]>> = {
  oldest: sdks.map((name) => `${name}@${peerDependencies[name]?.replace("^", "")}`),
  newest: sdks.map((name) => `${name}@latest`),
};

describe.each(Object.entries(ages))("with the %s SDKs", (_, packages) => {
  it("every kind of project works", async () => {
    const modules = await installPackage(temporaryDirectory(), ...packages);
    for (const files of Object.values(projectKinds)) await playProject({ modules, files });
    expect.hasAssertions();
  });
});

it("every kind of project works on the current Node", async () => {
  const modules = await installPackage(temporaryDirectory(), ...(ages["newest"] ?? []));
  const node = dirname(await installNode("latest"));
  for (const files of Object.values(projectKinds)) await playProject({ modules, files, node });
  expect.hasAssertions();
});

it.each(["5", "6"])("TypeScript %s of the project's own works in the template", async (version) => {
  const beside = [
    ...(ages["newest"] ?? []),
    `typescript@${version}`,
    "ts-node@10",
    "@types/node@24",
  ];
  const modules = await installPackage(temporaryDirectory(), ...beside);
  const { compilerOptions, ...rest } = JSON.parse(template["tsconfig.json"] ?? "");
  const current = { ...compilerOptions, module: "nodenext", moduleResolution: "nodenext" };
  const files = {
    ...template,
    "tsconfig.json": JSON.stringify({ ...rest, compilerOptions: current }),
  };
  await playProject({ modules, files: version === "5" ? template : files });
  expect.hasAssertions();
});

it.each([
  ["pnpm@10", "add"],
  ["yarn@1", "add"],
] as const)("%s installs it", async (manager, command) => {
  const directory = temporaryDirectory();
  writeProject(directory, { "package.json": '{ "private": true }\n' });
  const packages = [inject("tarball"), ...(ages["newest"] ?? [])];
  await run(directory, ["npx", "--yes", manager, command, ...packages]);
  await playProject({ modules: join(directory, "node_modules"), files: template });
  expect.hasAssertions();
});

it.each(["20", "22"])("Node %s gets one line from every export", async (major) => {
  const binary = await installNode(major);
  const directory = temporaryDirectory();
  await unpackPackage(join(directory, "node_modules"));
  const version = (await run(directory, [binary, "--version"])).trim().slice(1);
  await expectRefusal(directory, { node: [binary], version });
});

it("Node 20 says of a program of ES modules what the guide quotes, and never reaches the package", async () => {
  const binary = await installNode("20");
  const directory = temporaryDirectory();
  await unpackPackage(join(directory, "node_modules"));
  writeProject(directory, {
    "package.json": '{ "type": "module" }\n',
    "index.ts": 'import "pulumi-hosting";\n',
  });
  await expect(run(directory, [binary, "index.ts"])).rejects.toThrow(
    'Unknown file extension ".ts"',
  );
});

/** Installs a version of Node from the registry, and returns the path of its binary. */
async function installNode(version: string): Promise<string> {
  const directory = temporaryDirectory();
  await run(directory, ["npm", "install", ...quietly, "--ignore-scripts=false", `node@${version}`]);
  return join(directory, "node_modules/node/bin/node");
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { installPackage, run, temporaryDirectory, writeProject } from "../support/package.ts";
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

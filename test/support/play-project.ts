import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { writeProject } from "./package.ts";
import { outputs, type ProjectFiles } from "./project-kinds.ts";
import { openStack } from "./stack.ts";

/** Runs a project with the packed policy pack, once up and once down. */
export async function playProject(project: {
  readonly modules: string;
  readonly files: ProjectFiles;
}): Promise<void> {
  // As users do: an SDK has to hand the stack's settings on to the provider process.
  await using stack = await openStack({ modules: project.modules, env: {} });
  await stack.config("hosting:backend", "embedded");
  rmSync(join(stack.directory, "index.ts"));
  writeProject(stack.directory, project.files);
  stack.policyPack = { directory: join(stack.directory, "node_modules/pulumi-hosting/policies") };
  const { changes, violations } = await stack.up();
  expect(changes).toEqual({ data: "create", logs: "create" });
  expect(violations.map(({ rule }) => rule)).toContain("no-unattached-volume");
  const printed = await stack.run("stack", "output", "--json", "--stack", "dev");
  expect(JSON.parse(printed)).toEqual(outputs);
  stack.policyPack = undefined;
  await stack.destroy();
  expect(stack.platform.snapshot().volume).toEqual([]);
}

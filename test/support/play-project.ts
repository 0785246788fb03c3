import { rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import { writeProject } from "./package.ts";
import { made, outputs, type ProjectFiles } from "./project-kinds.ts";
import { openStack } from "./stack.ts";

/** A project, its packages and what runs it. */
interface Played {
  readonly modules: string;
  readonly files: ProjectFiles;
  /** Directory of the Node that the CLI starts; the one that runs this unless given. */
  readonly node?: string;
}

/** Runs a project with the packed policy pack, once up and once down. */
export async function playProject(project: Played): Promise<void> {
  // As users do: an SDK has to hand the stack's settings on to the provider process.
  await using stack = await openStack({ modules: project.modules, env: {} });
  if (project.node !== undefined) {
    stack.env["PATH"] = [project.node, stack.env["PATH"]].join(delimiter);
    // What has each node of these tests start sooner takes some of its work away, and a user's does all.
    delete stack.env["NODE_OPTIONS"];
    expect(await stack.run("about")).toContain(join(project.node, "node"));
  }
  await stack.config("hosting:backend", "embedded");
  rmSync(join(stack.directory, "index.ts"));
  writeProject(stack.directory, project.files);
  stack.policyPack = { directory: join(stack.directory, "node_modules/pulumi-hosting/policies") };
  const { changes, violations } = await stack.up();
  expect(changes).toEqual(made);
  expect(violations.map(({ rule }) => rule)).toContain("no-unattached-volume");
  const printed = await stack.run("stack", "output", "--json", "--stack", "dev");
  expect(JSON.parse(printed)).toEqual(outputs);
  stack.policyPack = undefined;
  await stack.destroy();
  const { instance, volume } = stack.platform.snapshot();
  expect([instance, volume]).toEqual([[], []]);
}

import { rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect } from "vitest";
import { writeProject } from "./package.ts";
import { made, outputs, type ProjectFiles } from "./project-kinds.ts";
import { openStack } from "./stack.ts";

/** A project, its packages and what runs it. */
interface Played {
  readonly modules: string;
  readonly files: ProjectFiles;
  /** The Node or Bun that runs its program; the Node of the tests unless given. */
  readonly runtime?: string;
}

/** How each warning of Node's begins. */
export const warningOfNode = /\(node:\d+\)/;

/** Runs a project with the packed policy pack, up, a second preview, which is empty, and down. */
export async function playProject(project: Played): Promise<void> {
  // As users do: an SDK has to hand the stack's settings on to the provider process.
  await using stack = await openStack({ modules: project.modules, env: {} });
  await stack.config("hosting:backend", "embedded");
  rmSync(join(stack.directory, "index.ts"));
  writeProject(stack.directory, project.files);
  if (project.runtime !== undefined) {
    stack.env["PATH"] = [dirname(project.runtime), stack.env["PATH"]].join(delimiter);
    expect(await stack.run("about")).toContain(project.runtime);
  }
  stack.policyPack = { directory: join(stack.directory, "node_modules/pulumi-hosting/policies") };
  const { changes, violations, output } = await stack.up();
  expect(changes).toEqual(made);
  expect(output).not.toMatch(warningOfNode);
  expect(violations.map(({ rule }) => rule)).toContain("no-unattached-volume");
  const printed = await stack.run("stack", "output", "--json", "--stack", "dev");
  expect(JSON.parse(printed)).toEqual(outputs);
  expect((await stack.preview()).changes).toEqual({});
  stack.policyPack = undefined;
  await stack.destroy();
  const { instance, volume } = stack.platform.snapshot();
  expect([instance, volume]).toEqual([[], []]);
}

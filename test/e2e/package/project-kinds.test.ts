import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { installPackage, newDirectory } from "../../support/package.ts";
import { playProject } from "../../support/play-project.ts";
import { projectKinds } from "../../support/project-kinds.ts";

let modules = "";

beforeAll(async () => {
  const { directory, remove } = newDirectory();
  modules = await installPackage(directory, "@pulumi/pulumi", "@pulumi/policy");
  return remove;
});

// TypeScript that Node runs by itself is played in readme-start.test.ts, and the others are in test/matrix.
it.each([
  "the project of `pulumi new typescript`",
  "JavaScript modules",
  "JavaScript with require",
] as const)(
  "%s: the README's program, a component, a lookup, costs and the policy pack work",
  async (kind) => {
    await playProject({ modules, files: projectKinds[kind] });
  },
);

it("nothing but the SDKs is beside it: no compiler, no zod", () => {
  for (const name of ["typescript", "zod", "vitest"]) {
    expect(existsSync(join(modules, name)), name).toBe(false);
  }
});

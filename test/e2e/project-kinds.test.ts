import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installPackage } from "../support/package.ts";
import { playProject } from "../support/play-project.ts";
import { projectKinds } from "../support/project-kinds.ts";

const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-kinds-"));
let modules = "";

beforeAll(async () => {
  modules = await installPackage(directory, "@pulumi/pulumi", "@pulumi/policy");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it.each(Object.entries(projectKinds))(
  "%s: a class, a component, a lookup, costs and the policy pack work",
  async (_, files) => {
    await playProject({ modules, files });
  },
);

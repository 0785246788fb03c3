import { delimiter, dirname } from "node:path";
import { expect, it } from "vitest";
import {
  installPackage,
  installRuntime,
  temporaryDirectory,
  writeProject,
} from "../support/package.ts";
import { playProject } from "../support/play-project.ts";
import { projectKinds } from "../support/project-kinds.ts";
import { openStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";

const yaml = { "Pulumi.yaml": "name: e2e\nmain: index.ts\nruntime: bun\n" };

it("a program of Bun works with the embedded platform", async () => {
  const modules = await installPackage(temporaryDirectory(), "@pulumi/pulumi", "@pulumi/policy");
  const files = { ...projectKinds["TypeScript that Node runs by itself"], ...yaml };
  await playProject({
    modules,
    files,
    runtime: await installRuntime(temporaryDirectory(), "bun@latest"),
  });
  expect.hasAssertions();
});

it("a program of Bun looks things up on an account", async () => {
  const modules = await installPackage(temporaryDirectory(), "@pulumi/pulumi");
  await using stack = await openStack({ modules });
  await using account = await servePlatform(stack.platform);
  Object.assign(stack.env, account.env);
  const bun = dirname(await installRuntime(temporaryDirectory(), "bun@latest"));
  stack.env["PATH"] = [bun, stack.env["PATH"]].join(delimiter);
  writeProject(stack.directory, yaml);
  stack.program(`
export const { instances } = await hosting.getInstances();
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
`);
  const { changes } = await stack.up();
  expect(changes).toEqual({ data: "create" });
  expect(stack.requests()).toContain("GET /v1/instances");
});

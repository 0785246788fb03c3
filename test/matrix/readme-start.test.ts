import { it } from "vitest";
import { quietly, run, temporaryDirectory, writeProject } from "../support/package.ts";
import { template } from "../support/project-kinds.ts";
import { playStart } from "../support/readme-start.ts";

it("the start guide works word for word in the project of `pulumi new typescript`", async () => {
  const directory = temporaryDirectory();
  writeProject(directory, template);
  await run(directory, ["npm", "install", ...quietly, "@pulumi/pulumi"]);
  await playStart({ directory, hasProject: true });
});

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { installPackage, newDirectory, run } from "../../support/package.ts";
import { playProject } from "../../support/play-project.ts";
import { projectKinds } from "../../support/project-kinds.ts";

let modules = "";

beforeAll(async () => {
  const { directory, remove } = newDirectory();
  modules = await installPackage(directory, "@pulumi/pulumi", "@pulumi/policy");
  return remove;
});

// TypeScript that Node runs by itself is played in readme-start.test.ts, and the others are in test/matrix.
it("the project of `pulumi new typescript`: the README's program, a component, a lookup, costs and the policy pack work", async () => {
  await playProject({ modules, files: projectKinds["the project of `pulumi new typescript`"] });
  expect.hasAssertions();
});

it("`node_modules/.bin/pulumi-hosting platform` ends by its process id, as the guide says of scripts", async () => {
  const directory = dirname(modules);
  const script = `
    node_modules/.bin/pulumi-hosting platform --port 0 > platform.log & pid=$!
    until grep -q Ctrl-C platform.log; do kill -0 $pid; sleep 0.1; done
    kill $pid && wait $pid
  `;
  await run(directory, ["bash", "-ec", script]);
  const log = readFileSync(join(directory, "platform.log"), "utf8");
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(log) ?? [];
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

it("nothing but the SDKs is beside it: no compiler, no zod", () => {
  for (const name of ["typescript", "zod", "vitest"]) {
    expect(existsSync(join(modules, name)), name).toBe(false);
  }
});

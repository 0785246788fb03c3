import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { expectRefusal } from "../support/old-node.ts";
import {
  installPackage,
  installRuntime,
  newDirectory,
  run,
  temporaryDirectory,
  unpackPackage,
  writeProject,
} from "../support/package.ts";
import { playProject, warningOfNode } from "../support/play-project.ts";
import { projectKinds } from "../support/project-kinds.ts";
import { shellIn, startFiles } from "../support/readme-start.ts";

const root = join(import.meta.dirname, "../..");
const oldest = manifest.engines.node.replace(">=", "");

const guide = readFileSync(join(root, "docs/guides/testing.md"), "utf8");
const [, testOfGuide = ""] = /## With a platform.*?```ts\n(.*?)```/s.exec(guide) ?? [];

/** All that a user types in a day. */
const day = `
  pulumi stack init dev
  pulumi config set hosting:backend embedded
  pulumi up --yes
  pulumi up --yes --expect-no-changes
  pulumi preview --policy-pack node_modules/pulumi-hosting/policies
  pulumi refresh --yes
  pulumi preview --json --show-sames > preview.json
  npx pulumi-hosting plan < preview.json
  npx pulumi-hosting graph < preview.json
  npx pulumi-hosting export --stack dev --out exported
  npx pulumi-hosting doctor --stack dev
  node_modules/.bin/pulumi-hosting platform --port 0 > platform.log 2>&1 & pid=$!
  until grep -q Ctrl-C platform.log; do kill -0 $pid; sleep 0.1; done
  kill $pid && wait $pid
  cat platform.log
  npx vitest run
  pulumi destroy --yes
`;

// The oldest that the package takes, and the newest of each line that Node's project maintains.
describe.each([oldest, "22", "24", "26"])("Node %s", (version) => {
  let modules = "";
  let runtime = "";

  beforeAll(async () => {
    const [project, node] = [newDirectory(), newDirectory()];
    const beside = ["@pulumi/pulumi", "@pulumi/policy", "vitest"];
    modules = await installPackage(project.directory, ...beside);
    runtime = await installRuntime(node.directory, `node@${version}`);
    return () => {
      project.remove();
      node.remove();
    };
  });

  it.each(Object.entries(projectKinds))("runs %s", async (_, files) => {
    await playProject({ modules, files, runtime });
    expect.hasAssertions();
  });

  it("prints no warning whatever a user types", async () => {
    writeProject(dirname(modules), {
      ...startFiles,
      "package.json": '{ "type": "module" }\n',
      "volume.test.ts": testOfGuide,
    });
    const type = await shellIn(dirname(modules));
    const printed = await type(`
      exec 2>&1
      export PATH=${dirname(runtime)}:$PATH PULUMI_BACKEND_URL=file://$PWD PULUMI_CONFIG_PASSPHRASE=
      ${day}
    `);
    expect(printed).toContain(`ok     node      ${version}`);
    expect(printed).toContain("2 passed");
    expect(printed).not.toMatch(warningOfNode);
  });
});

// The shipped files; the scripts of the repository run on its own Node alone.
it.each([oldest, "26"])(
  "the unit tests and those of the platform pass on Node %s",
  async (version) => {
    const node = await installRuntime(temporaryDirectory(), `node@${version}`);
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const projects = ["--project", "unit", "--project", "platform", "--exclude", "test/scripts/**"];
    const command = `PATH=${dirname(node)}:$PATH node ${vitest} run --config test/vitest.config.ts`;
    const printed = await run(root, ["bash", "-c", `${command} "$@"`, "vitest", ...projects]);
    expect(printed).toContain("passed");
  },
);

it("Node 20 gets one line from every export", async () => {
  const node = await installRuntime(temporaryDirectory(), "node@20");
  const directory = temporaryDirectory();
  await unpackPackage(join(directory, "node_modules"));
  const version = (await run(directory, [node, "--version"])).trim().slice(1);
  await expectRefusal(directory, { node: [node], version });
});

it("Node 20 says of a program of ES modules what the guide quotes, and never reaches the package", async () => {
  const node = await installRuntime(temporaryDirectory(), "node@20");
  const directory = temporaryDirectory();
  await unpackPackage(join(directory, "node_modules"));
  writeProject(directory, {
    "package.json": '{ "type": "module" }\n',
    "index.ts": 'import "pulumi-hosting";\n',
  });
  await expect(run(directory, [node, "index.ts"])).rejects.toThrow('Unknown file extension ".ts"');
});
